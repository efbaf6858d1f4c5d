-- Sites that show an event make links of these. An account's name may have been written with its @; whatever else is no address
-- of a page is nobody's to follow.
UPDATE events SET instagram = substr(instagram, 2) WHERE instagram ~ '^@[A-Za-z0-9._]{1,30}$';
UPDATE events SET x_account = substr(x_account, 2) WHERE x_account ~ '^@[A-Za-z0-9_]{1,15}$';
UPDATE events SET website = NULL
 WHERE website !~* '^https?://[^/?#\\@[:space:][:cntrl:]<>"]+([/?#][^\\[:space:][:cntrl:]<>"]*)?$';
UPDATE events SET instagram = NULL
 WHERE instagram !~ '^([A-Za-z0-9._]{1,30}|https://(www\.)?instagram\.com/[!-~]+)$';
UPDATE events SET x_account = NULL
 WHERE x_account !~ '^([A-Za-z0-9_]{1,15}|https://((www|mobile)\.)?(x|twitter)\.com/[!-~]+)$';

ALTER TABLE events
  ADD CONSTRAINT events_website_is_page
    CHECK (website ~* '^https?://[^/?#\\@[:space:][:cntrl:]<>"]+([/?#][^\\[:space:][:cntrl:]<>"]*)?$') NOT VALID,
  ADD CONSTRAINT events_instagram_is_account
    CHECK (instagram ~ '^([A-Za-z0-9._]{1,30}|https://(www\.)?instagram\.com/[!-~]+)$') NOT VALID,
  ADD CONSTRAINT events_x_account_is_account
    CHECK (x_account ~ '^([A-Za-z0-9_]{1,15}|https://((www|mobile)\.)?(x|twitter)\.com/[!-~]+)$') NOT VALID;
