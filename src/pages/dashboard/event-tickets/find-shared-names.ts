import type { ShownTicketType } from './data.ts';

/** Names that several ticket types have, however they are written. Further prices of other seats may have the same. */
export function findSharedNames(types: readonly Pick<ShownTicketType, 'name' | 'seatsOf'>[]): string[] {
  const sharing = Map.groupBy(types, ({ name, seatsOf }) => `${seatsOf} ${name.trim().toLowerCase()}`);
  return [...sharing.values()].flatMap(([first, ...others]) =>
    first && others.length > 0 ? [first.name] : [],
  );
}
