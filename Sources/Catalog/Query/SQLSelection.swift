/// A SELECT and the values of its parameters. Values never become part of the SQL.
package struct SQLSelection {
  package var sql: String
  var values: [SQLValue]
}
