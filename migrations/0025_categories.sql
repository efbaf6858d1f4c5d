-- An event needs a category: these are there from the first day. The operator adds to them and renames them (tessera categories).
INSERT INTO categories (id, slug, name)
SELECT new_id(), slug, name FROM (VALUES
  ('music', 'Music'),
  ('nightlife', 'Nightlife'),
  ('festivals', 'Festivals & carnivals'),
  ('comedy', 'Comedy'),
  ('theatre', 'Theatre & dance'),
  ('arts', 'Arts & culture'),
  ('film', 'Film & screenings'),
  ('fashion', 'Fashion & beauty'),
  ('food-drink', 'Food & drink'),
  ('faith', 'Faith & worship'),
  ('family', 'Family & children'),
  ('community', 'Community & causes'),
  ('conferences', 'Conferences & fairs'),
  ('tech', 'Tech & business'),
  ('education', 'Classes & workshops'),
  ('wellness', 'Health & wellness'),
  ('sport', 'Sport & outdoors'),
  ('tours', 'Tours & travel'),
  ('other', 'Other')
) AS common (slug, name)
ON CONFLICT (slug) DO NOTHING;
