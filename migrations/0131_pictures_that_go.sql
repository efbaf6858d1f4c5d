-- When the files of a forgotten picture began to be removed. They may be in a store elsewhere, which is asked outside of any
-- transaction: whoever uploads the same picture meanwhile sees by this that its files have to be stored once more.
ALTER TABLE pictures ADD COLUMN removal_began_at timestamptz;
