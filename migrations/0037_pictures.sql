-- Pictures that members uploaded, as we encoded them: what was uploaded is not kept. An event, a headliner or a gallery refers to one by
-- the names of its files, which are made from their content; a picture that nothing refers to is forgotten after a day.
CREATE TABLE pictures (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  -- Null until the event is made that it was uploaded for.
  event_id uuid REFERENCES events ON DELETE CASCADE,
  -- The one that the API names, and a small one of it.
  file text NOT NULL CHECK (length(file) <= 200),
  thumbnail_file text NOT NULL CHECK (length(thumbnail_file) <= 200),
  -- Every file of it, these two included.
  files text[] NOT NULL CHECK (cardinality(files) BETWEEN 1 AND 20),
  -- Of `file`.
  width_px integer NOT NULL CHECK (width_px > 0),
  height_px integer NOT NULL CHECK (height_px > 0),
  -- Of all files together.
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- Null where it was there before pictures had rows.
  uploaded_by uuid REFERENCES people ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Since when nothing refers to it, as the job that looks found it.
  unused_since timestamptz(3)
);
CREATE INDEX pictures_host ON pictures (host_id, created_at);
CREATE INDEX pictures_event ON pictures (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX pictures_uploaded_by ON pictures (uploaded_by) WHERE uploaded_by IS NOT NULL;
CREATE INDEX pictures_files ON pictures USING gin (files);
-- Who refers to a file.
CREATE INDEX events_poster_file ON events (poster_file) WHERE poster_file IS NOT NULL;
CREATE INDEX headliners_image_file ON headliners (image_file) WHERE image_file IS NOT NULL;
CREATE INDEX gallery_images_file ON gallery_images (file);
CREATE INDEX gallery_images_thumbnail_file ON gallery_images (thumbnail_file);
