/** The theme's colours of categories and house seats, by their numbers; the first is none. */
export const COLOR_NAMES = ['None', 'Teal', 'Terracotta', 'Plum', 'Ochre', 'Blue', 'Olive'];
