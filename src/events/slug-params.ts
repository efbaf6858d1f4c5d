import { Type } from 'typebox';

export const SlugParams = Type.Object({
  slug: Type.String({ title: 'Slug', description: "The event's slug.", example: 'lagos-rooftop-sessions' }),
});
