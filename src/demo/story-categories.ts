export const DEMO_CATEGORIES: { slug: string; name: string }[] = [
  { slug: 'music', name: 'Music' },
  { slug: 'nightlife', name: 'Nightlife' },
  { slug: 'comedy', name: 'Comedy' },
  { slug: 'theatre', name: 'Theatre & dance' },
  { slug: 'arts', name: 'Arts & culture' },
  { slug: 'food-drink', name: 'Food & drink' },
  { slug: 'tech', name: 'Tech & business' },
  { slug: 'sport', name: 'Sport & outdoors' },
];
