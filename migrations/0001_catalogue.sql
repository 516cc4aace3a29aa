-- The first schema. A recording is music with what was measured in it; a file is a place where a
-- recording lies, with the tags found there. docs/schema.md tells about every column.

CREATE TABLE recording (
  id INTEGER PRIMARY KEY,
  payload_hash BLOB NOT NULL UNIQUE CHECK (length(payload_hash) = 16),
  payload_size INTEGER NOT NULL CHECK (payload_size >= 0),
  added_at INTEGER NOT NULL,
  analysed_at INTEGER NOT NULL,

  codec TEXT NOT NULL,
  sample_rate INTEGER NOT NULL CHECK (sample_rate > 0),
  channel_count INTEGER NOT NULL CHECK (channel_count > 0),
  channel_layout TEXT NOT NULL,
  duration REAL NOT NULL CHECK (duration >= 0),
  is_truncated INTEGER NOT NULL CHECK (is_truncated IN (0, 1)),
  decode_report TEXT NOT NULL CHECK (json_valid(decode_report)),

  measured_bpm REAL CHECK (measured_bpm > 0),
  user_bpm REAL CHECK (user_bpm > 0),
  bpm_reason TEXT,
  bpm_confidence REAL,
  beats_per_bar INTEGER,
  tempo_stability REAL,
  -- Events per minute on average, and how many sections the form has.
  pace REAL CHECK (pace >= 0),
  section_count INTEGER CHECK (section_count > 0),

  measured_key INTEGER CHECK (measured_key BETWEEN 0 AND 23),
  user_key INTEGER CHECK (user_key BETWEEN 0 AND 23),
  key_reason TEXT,
  key_confidence REAL,
  tuning_cents REAL,
  start_key INTEGER CHECK (start_key BETWEEN 0 AND 23),
  end_key INTEGER CHECK (end_key BETWEEN 0 AND 23),

  integrated REAL,
  loudness_range REAL,
  true_peak REAL,
  sample_peak REAL,
  max_momentary REAL,
  max_short_term REAL,
  clipped_sample_count INTEGER NOT NULL DEFAULT 0,
  loudness_reason TEXT,

  energy REAL,
  -- Stars that the user gave.
  user_rating INTEGER CHECK (user_rating BETWEEN 0 AND 5),

  -- What queries use: the user's word if there is one, else what was measured.
  bpm REAL AS (coalesce(user_bpm, measured_bpm)) VIRTUAL,
  key INTEGER AS (coalesce(user_key, measured_key)) VIRTUAL,
  -- The keys in which it begins and ends; the user's word counts for all of it.
  intro_key INTEGER AS (coalesce(user_key, start_key, measured_key)) VIRTUAL,
  outro_key INTEGER AS (coalesce(user_key, end_key, measured_key)) VIRTUAL,
  -- The tempo brought into 100 to 200 by octaves: half and double tempo are one value, so that one
  -- range of an index holds all that can be mixed.
  bpm_fold REAL AS (
    CASE
      WHEN coalesce(user_bpm, measured_bpm) < 25 THEN coalesce(user_bpm, measured_bpm) * 8
      WHEN coalesce(user_bpm, measured_bpm) < 50 THEN coalesce(user_bpm, measured_bpm) * 4
      WHEN coalesce(user_bpm, measured_bpm) < 100 THEN coalesce(user_bpm, measured_bpm) * 2
      WHEN coalesce(user_bpm, measured_bpm) < 200 THEN coalesce(user_bpm, measured_bpm)
      WHEN coalesce(user_bpm, measured_bpm) < 400 THEN coalesce(user_bpm, measured_bpm) / 2
      ELSE coalesce(user_bpm, measured_bpm) / 4
    END) VIRTUAL,
  confidence REAL AS (min(bpm_confidence, key_confidence)) VIRTUAL
) STRICT;

CREATE INDEX recording_by_key ON recording (key, bpm_fold, integrated, bpm);
CREATE INDEX recording_by_folded_tempo ON recording (bpm_fold, key, integrated, bpm);
-- All that a recommendation weighs, so that only the tracks it names are read; by key, for there are
-- tempi that thousands have to the last digit.
CREATE INDEX recording_by_mix ON recording (
  intro_key, bpm_fold, integrated, bpm, energy, bpm_confidence, key_confidence, tuning_cents);
CREATE INDEX recording_by_intro_key ON recording (intro_key);
CREATE INDEX recording_by_outro_key ON recording (outro_key);
CREATE INDEX recording_by_tempo ON recording (bpm, key, integrated);
CREATE INDEX recording_by_loudness ON recording (integrated, key, bpm);
CREATE INDEX recording_by_loudness_range ON recording (loudness_range);
CREATE INDEX recording_by_true_peak ON recording (true_peak);
CREATE INDEX recording_by_sample_peak ON recording (sample_peak);
CREATE INDEX recording_by_energy ON recording (energy, key, bpm_fold);
CREATE INDEX recording_by_rating ON recording (user_rating);
CREATE INDEX recording_by_duration ON recording (duration);
CREATE INDEX recording_by_meter ON recording (beats_per_bar);
CREATE INDEX recording_by_tuning ON recording (tuning_cents);
CREATE INDEX recording_by_stability ON recording (tempo_stability);
CREATE INDEX recording_by_pace ON recording (pace);
CREATE INDEX recording_by_section_count ON recording (section_count);
CREATE INDEX recording_by_bpm_confidence ON recording (bpm_confidence);
CREATE INDEX recording_by_key_confidence ON recording (key_confidence);
CREATE INDEX recording_by_confidence ON recording (confidence);
CREATE INDEX recording_by_addition ON recording (added_at);
CREATE INDEX recording_by_bpm_reason ON recording (bpm_reason) WHERE bpm_reason IS NOT NULL;
CREATE INDEX recording_by_key_reason ON recording (key_reason) WHERE key_reason IS NOT NULL;
CREATE INDEX recording_by_loudness_reason ON recording (loudness_reason)
  WHERE loudness_reason IS NOT NULL;

-- One row for each kind of analysis that a recording has had.
CREATE TABLE analysis (
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  algorithm_version INTEGER NOT NULL,
  reason TEXT,
  details TEXT NOT NULL CHECK (json_valid(details)),
  PRIMARY KEY (recording_id, kind)
) STRICT, WITHOUT ROWID;

-- What is a series of numbers: beats, bars, loudness over time, histograms.
CREATE TABLE curve (
  id INTEGER PRIMARY KEY,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  data BLOB NOT NULL,
  UNIQUE (recording_id, name)
) STRICT;

-- What the beginning of a recording sounds like, for finding the same music in other encodings.
CREATE TABLE fingerprint (
  recording_id INTEGER PRIMARY KEY REFERENCES recording (id) ON DELETE CASCADE,
  algorithm_version INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  path BLOB NOT NULL UNIQUE CHECK (length(path) > 0),
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  device INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('present', 'missing', 'failed')),
  recording_id INTEGER REFERENCES recording (id),
  error_code TEXT,
  error_reason TEXT,
  -- Which decoders refused the file: newer ones may not.
  decoder_version INTEGER,
  scanned_at INTEGER NOT NULL,

  title TEXT,
  artist TEXT,
  album TEXT,
  album_artist TEXT,
  genre TEXT,
  year INTEGER,
  track_number INTEGER,
  disc_number INTEGER,
  tag_bpm REAL,
  tag_key INTEGER CHECK (tag_key BETWEEN 0 AND 23),
  tag_key_text TEXT,
  tag_key_cents INTEGER,
  replaygain_track_gain REAL,
  replaygain_track_peak REAL,
  replaygain_album_gain REAL,
  replaygain_album_peak REAL,
  r128_track_gain REAL,
  r128_album_gain REAL,
  soundcheck_gain REAL,
  -- What text in an old code page was taken for; NULL when there is none.
  tag_encoding TEXT,
  -- All other tags, the bytes of text in old code pages, and what was odd about values.
  tag_details TEXT CHECK (tag_details IS NULL OR json_valid(tag_details)),

  CHECK ((status = 'failed') = (recording_id IS NULL)),
  CHECK ((status = 'failed') = (error_code IS NOT NULL)),
  CHECK ((status = 'failed') = (decoder_version IS NOT NULL))
) STRICT;

CREATE INDEX file_by_recording ON file (recording_id, status);
CREATE INDEX file_by_failure ON file (path) WHERE status = 'failed';
CREATE INDEX file_by_year ON file (year);
CREATE INDEX file_by_track_number ON file (track_number);
CREATE INDEX file_by_disc_number ON file (disc_number);
CREATE INDEX file_by_tag_bpm ON file (tag_bpm);
CREATE INDEX file_by_tag_key ON file (tag_key);

-- A file's text as it is searched: small letters, without accents. Two indexes over it: whole
-- words with any ending, and parts of titles.
CREATE TABLE file_text (
  file_id INTEGER PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
  title TEXT,
  artist TEXT,
  album TEXT,
  album_artist TEXT,
  genre TEXT,
  name TEXT NOT NULL,
  format TEXT NOT NULL,
  path TEXT NOT NULL
) STRICT;

CREATE INDEX file_text_by_artist ON file_text (artist);
CREATE INDEX file_text_by_album ON file_text (album);
CREATE INDEX file_text_by_album_artist ON file_text (album_artist);
CREATE INDEX file_text_by_genre ON file_text (genre);
CREATE INDEX file_text_by_format ON file_text (format);

-- What many files have in common, each once for each column of file_text: artists, albums, genres,
-- formats. A part of a name is looked for here, and the name then in the index above. What no file
-- has any more may be here.
CREATE TABLE searched_name (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (kind, text)
) STRICT;

-- Kinds of which there are many names, each with an index of its own: albums would make that of
-- artists slow. Genres and formats are few.
CREATE VIEW searched_artist AS SELECT id, text FROM searched_name WHERE kind = 'artist';
CREATE VIEW searched_album AS SELECT id, text FROM searched_name WHERE kind = 'album';
CREATE VIEW searched_album_artist AS
  SELECT id, text FROM searched_name WHERE kind = 'album_artist';

CREATE VIRTUAL TABLE file_word USING fts5 (
  title, artist, album, album_artist, genre, name,
  content = 'file_text', content_rowid = 'file_id', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE file_trigram USING fts5 (
  title, content = 'file_text', content_rowid = 'file_id', tokenize = 'trigram'
);
CREATE VIRTUAL TABLE artist_trigram USING fts5 (
  text, content = 'searched_artist', content_rowid = 'id', tokenize = 'trigram'
);
CREATE VIRTUAL TABLE album_trigram USING fts5 (
  text, content = 'searched_album', content_rowid = 'id', tokenize = 'trigram'
);
CREATE VIRTUAL TABLE album_artist_trigram USING fts5 (
  text, content = 'searched_album_artist', content_rowid = 'id', tokenize = 'trigram'
);

CREATE TRIGGER file_text_inserted AFTER INSERT ON file_text BEGIN
  INSERT INTO file_word (rowid, title, artist, album, album_artist, genre, name)
  VALUES (new.file_id, new.title, new.artist, new.album, new.album_artist, new.genre, new.name);
  INSERT INTO file_trigram (rowid, title) VALUES (new.file_id, new.title);
  INSERT INTO searched_name (kind, text)
  SELECT kind, text FROM (
    SELECT 'artist' AS kind, new.artist AS text
    UNION ALL SELECT 'album', new.album
    UNION ALL SELECT 'album_artist', new.album_artist
    UNION ALL SELECT 'genre', new.genre
    UNION ALL SELECT 'format', new.format) AS name
  WHERE text IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM searched_name AS known WHERE known.kind = name.kind AND known.text = name.text);
END;

CREATE TRIGGER file_text_deleted AFTER DELETE ON file_text BEGIN
  INSERT INTO file_word (file_word, rowid, title, artist, album, album_artist, genre, name)
  VALUES (
    'delete', old.file_id, old.title, old.artist, old.album, old.album_artist, old.genre,
    old.name);
  INSERT INTO file_trigram (file_trigram, rowid, title)
  VALUES ('delete', old.file_id, old.title);
END;

CREATE TRIGGER file_text_updated AFTER UPDATE ON file_text BEGIN
  INSERT INTO file_word (file_word, rowid, title, artist, album, album_artist, genre, name)
  VALUES (
    'delete', old.file_id, old.title, old.artist, old.album, old.album_artist, old.genre,
    old.name);
  INSERT INTO file_trigram (file_trigram, rowid, title)
  VALUES ('delete', old.file_id, old.title);
  INSERT INTO file_word (rowid, title, artist, album, album_artist, genre, name)
  VALUES (new.file_id, new.title, new.artist, new.album, new.album_artist, new.genre, new.name);
  INSERT INTO file_trigram (rowid, title) VALUES (new.file_id, new.title);
  INSERT INTO searched_name (kind, text)
  SELECT kind, text FROM (
    SELECT 'artist' AS kind, new.artist AS text
    UNION ALL SELECT 'album', new.album
    UNION ALL SELECT 'album_artist', new.album_artist
    UNION ALL SELECT 'genre', new.genre
    UNION ALL SELECT 'format', new.format) AS name
  WHERE text IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM searched_name AS known WHERE known.kind = name.kind AND known.text = name.text);
END;

CREATE TRIGGER searched_artist_inserted AFTER INSERT ON searched_name WHEN new.kind = 'artist' BEGIN
  INSERT INTO artist_trigram (rowid, text) VALUES (new.id, new.text);
END;

CREATE TRIGGER searched_artist_deleted AFTER DELETE ON searched_name WHEN old.kind = 'artist' BEGIN
  INSERT INTO artist_trigram (artist_trigram, rowid, text) VALUES ('delete', old.id, old.text);
END;

CREATE TRIGGER searched_album_inserted AFTER INSERT ON searched_name WHEN new.kind = 'album' BEGIN
  INSERT INTO album_trigram (rowid, text) VALUES (new.id, new.text);
END;

CREATE TRIGGER searched_album_deleted AFTER DELETE ON searched_name WHEN old.kind = 'album' BEGIN
  INSERT INTO album_trigram (album_trigram, rowid, text) VALUES ('delete', old.id, old.text);
END;

CREATE TRIGGER searched_album_artist_inserted AFTER INSERT ON searched_name
WHEN new.kind = 'album_artist' BEGIN
  INSERT INTO album_artist_trigram (rowid, text) VALUES (new.id, new.text);
END;

CREATE TRIGGER searched_album_artist_deleted AFTER DELETE ON searched_name
WHEN old.kind = 'album_artist' BEGIN
  INSERT INTO album_artist_trigram (album_artist_trigram, rowid, text) VALUES ('delete', old.id, old.text);
END;

-- Queries that the user keeps by name. `words` is a JSON array: the words as a shell cut them.
CREATE TABLE playlist (
  folded_name TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  words TEXT NOT NULL CHECK (json_valid(words)),
  track_limit INTEGER CHECK (track_limit > 0),
  -- How near bpm~ is where the words do not say, as a ratio; NULL for the usual.
  tempo_tolerance REAL CHECK (tempo_tolerance >= 0),
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Places that the user marked, in seconds from the first frame of music.
CREATE TABLE user_cue (
  id INTEGER PRIMARY KEY,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('cue', 'fadeIn', 'fadeOut', 'load', 'loop')),
  position REAL NOT NULL CHECK (position >= 0),
  length REAL CHECK (length > 0),
  -- The number of the pad, from 0; NULL for a memory cue.
  slot INTEGER CHECK (slot >= 0),
  name TEXT,
  -- Red, green and blue, 8 bits each.
  color INTEGER CHECK (color BETWEEN 0 AND 16777215)
) STRICT;
CREATE INDEX user_cue_by_recording ON user_cue (recording_id, position);

-- The user's beat grid: stretches of steady tempo, each up to the next.
CREATE TABLE user_grid (
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  start REAL NOT NULL,
  beats_per_minute REAL NOT NULL CHECK (beats_per_minute > 0),
  -- Which beat of its bar the first one is.
  beat_in_bar INTEGER NOT NULL CHECK (beat_in_bar >= 1),
  beats_per_bar INTEGER NOT NULL CHECK (beats_per_bar >= 1),
  PRIMARY KEY (recording_id, start)
) STRICT, WITHOUT ROWID;

-- The code page that a folder's old tags are in, as the user said.
CREATE TABLE legacy_encoding (
  root BLOB PRIMARY KEY CHECK (length(root) > 0),
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was written to files' tags, and what stood there before: enough to take it back. A row is
-- made before the file is touched, and goes when it was taken back.
CREATE TABLE tag_write (
  id INTEGER PRIMARY KEY,
  file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  standard TEXT NOT NULL CHECK (standard IN ('replaygain', 'r128', 'soundcheck', 'bpm', 'key')),
  written_at INTEGER NOT NULL,
  changes TEXT NOT NULL CHECK (json_valid(changes)),
  previous TEXT NOT NULL CHECK (json_valid(previous))
) STRICT;
CREATE INDEX tag_write_by_file ON tag_write (file_id, standard);

-- The names of the keys, for those who ask in SQL. The number goes round the Camelot wheel.
CREATE TABLE musical_key (
  id INTEGER PRIMARY KEY,
  camelot TEXT NOT NULL UNIQUE,
  open_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  pitch_class INTEGER NOT NULL,
  mode TEXT NOT NULL
) STRICT;
INSERT INTO musical_key VALUES
  (0, '1A', '6m', 'G# minor', 8, 'minor'),
  (1, '1B', '6d', 'B major', 11, 'major'),
  (2, '2A', '7m', 'Eb minor', 3, 'minor'),
  (3, '2B', '7d', 'F# major', 6, 'major'),
  (4, '3A', '8m', 'Bb minor', 10, 'minor'),
  (5, '3B', '8d', 'Db major', 1, 'major'),
  (6, '4A', '9m', 'F minor', 5, 'minor'),
  (7, '4B', '9d', 'Ab major', 8, 'major'),
  (8, '5A', '10m', 'C minor', 0, 'minor'),
  (9, '5B', '10d', 'Eb major', 3, 'major'),
  (10, '6A', '11m', 'G minor', 7, 'minor'),
  (11, '6B', '11d', 'Bb major', 10, 'major'),
  (12, '7A', '12m', 'D minor', 2, 'minor'),
  (13, '7B', '12d', 'F major', 5, 'major'),
  (14, '8A', '1m', 'A minor', 9, 'minor'),
  (15, '8B', '1d', 'C major', 0, 'major'),
  (16, '9A', '2m', 'E minor', 4, 'minor'),
  (17, '9B', '2d', 'G major', 7, 'major'),
  (18, '10A', '3m', 'B minor', 11, 'minor'),
  (19, '10B', '3d', 'D major', 2, 'major'),
  (20, '11A', '4m', 'F# minor', 6, 'minor'),
  (21, '11B', '4d', 'A major', 9, 'major'),
  (22, '12A', '5m', 'C# minor', 1, 'minor'),
  (23, '12B', '5d', 'E major', 4, 'major');

-- One row per analysed file with the values that queries use, for those who ask in SQL.
CREATE VIEW track AS
SELECT
  file.id AS file_id, recording.id AS recording_id, CAST(file.path AS TEXT) AS path, file.status,
  file.title, file.artist, file.album, file.album_artist, file.genre, file.year,
  file.track_number, file.disc_number, recording.codec, recording.duration,
  recording.bpm, recording.bpm_reason, recording.beats_per_bar,
  musical_key.camelot AS key, musical_key.name AS key_name, recording.key_reason,
  recording.integrated AS lufs, recording.loudness_range, recording.true_peak, recording.energy,
  recording.pace, recording.section_count
FROM file
JOIN recording ON recording.id = file.recording_id
LEFT JOIN musical_key ON musical_key.id = recording.key;
