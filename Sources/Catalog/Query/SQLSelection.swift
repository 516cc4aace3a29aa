/// A SELECT and the values of its parameters. Values never become part of the SQL.
struct SQLSelection {
  var sql: String
  var values: [SQLValue]
}
