-- A table at a time: see 0121b.
CREATE CONSTRAINT TRIGGER tickets_streamed AFTER INSERT OR UPDATE OF seat_id, passed_on_at, voided_at ON tickets DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stream_ticket();
ALTER TABLE tickets DISABLE TRIGGER tickets_streamed;
