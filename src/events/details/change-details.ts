import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { MAX_MARKDOWN_CHARACTERS } from '../../rules/rich-text.ts';
import { momentAt } from '../../values/wall-time.ts';
import { changeEvent } from '../change-event.ts';
import { lockEvent, type EventFields, type StoredEvent } from '../event-fields.ts';
import { missingLevel } from '../missing-level.ts';
import { NOWHERE } from '../online-place.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';
import { writePlain } from '../markdown/write-plain.ts';
import { cleanAccount, cleanText, cleanWebsite } from './clean-details.ts';
import { datesFixedBy } from './dates-fixed-by.ts';
import { settlePictures } from './headliner-pictures.ts';
import { replaceHeadliners, sayHeadliners, type GivenHeadliner } from './headliners.ts';
import { showDetails, type EventDetails } from './read-details.ts';

export type DetailsChanges = Partial<
  Omit<EventDetails, 'version' | 'headliners'> & { headliners: GivenHeadliner[] }
>;

/**
 * Changes what is given of an event's details, where nobody has changed the event since `version`. The date of an event that somebody
 * has a ticket for stays: see docs/decisions/event-editing.md.
 */
export async function changeDetails(
  tx: Transaction,
  input: { hostId: string; eventId: string; actor: Actor; version: number; changes: DetailsChanges },
): Promise<EventDetails> {
  const { hostId, eventId, actor, version, changes } = input;
  const now = await lockEvent(tx, { hostId, eventId });
  const before = await showDetails(tx, now);
  if (now.version !== version) {
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this event since you opened it.', {
      current: before,
    });
  }
  const fields: Partial<EventFields> = {
    ...cleanFields(changes),
    ...describe(now, changes),
    ...(await readDates(tx, now, changes)),
  };
  if (changes.categorySlug !== undefined && changes.categorySlug !== before.categorySlug)
    fields.categoryId = await findCategory(tx, changes.categorySlug);
  if (fields.isOnline ?? now.isOnline) Object.assign(fields, NOWHERE);
  requirePlace(now, fields);
  const headliners =
    changes.headliners &&
    (await settlePictures(tx, input, {
      before: before.headliners,
      after: cleanHeadliners(changes.headliners),
    }));
  const isOther = headliners && JSON.stringify(headliners) !== JSON.stringify(before.headliners);
  const next = await changeEvent(tx, {
    hostId,
    eventId,
    actor,
    version,
    action: 'event.change_details',
    changes: fields,
    ...(isOther && {
      besides: {
        before: { headliners: sayHeadliners(before.headliners) },
        after: { headliners: sayHeadliners(headliners) },
      },
    }),
  });
  if (isOther) await replaceHeadliners(tx, eventId, { before: before.headliners, after: headliners });
  return showDetails(tx, next);
}

/** Fields as typed, without blanks around them. */
function cleanFields(changes: DetailsChanges): Partial<EventFields> {
  const { position, website, instagram, xAccount } = changes;
  const plain = [
    'isComingSoon',
    'isUnlisted',
    'isOnline',
    'hideLocation',
    'buyersRename',
    'holdMinutes',
    'paymentMinutes',
    'doorsMinutes',
  ] as const;
  const lines = ['name', 'slug', 'previewDescription', 'state', 'lga'] as const;
  const texts = ['venue', 'street', 'directions', 'hostMessage'] as const;
  const pick = <Name extends keyof DetailsChanges>(
    names: readonly Name[],
    clean: (value: DetailsChanges[Name]) => unknown = (value) => value,
  ): object =>
    Object.fromEntries(
      names.filter((name) => changes[name] !== undefined).map((name) => [name, clean(changes[name])]),
    );
  return {
    ...pick(plain),
    ...pick(lines, (text) => cleanText(text ?? '')),
    ...pick(texts, (text) => cleanText(text ?? '') || null),
    ...(position !== undefined && { lat: position?.lat ?? null, lng: position?.lng ?? null }),
    ...(website !== undefined && { website: cleanWebsite(website) }),
    ...(instagram !== undefined && { instagram: cleanAccount(instagram) }),
    ...(xAccount !== undefined && { xAccount: cleanAccount(xAccount) }),
  };
}

/** The plain text comes from the Markdown, here and nowhere else. */
function describe(
  now: StoredEvent,
  { description, descriptionFormat = 'markdown' }: DetailsChanges,
): Partial<EventFields> {
  if (description === undefined) return {};
  const source = cleanText(description);
  if (descriptionFormat === 'plain') return { description: source, descriptionMarkdown: null };
  if (source === now.descriptionMarkdown) return {};
  const plain = writePlain(readMarkdown(source));
  if (Array.from(plain).length > MAX_MARKDOWN_CHARACTERS) {
    throw invalidField(
      'description',
      `must have at most ${MAX_MARKDOWN_CHARACTERS} characters, including the addresses of its links.`,
    );
  }
  return { description: plain, descriptionMarkdown: source === '' ? null : source };
}

/** Times are read on the clock of the place, which may be another one from now on. */
async function readDates(
  tx: Transaction,
  now: StoredEvent,
  changes: DetailsChanges,
): Promise<Partial<EventFields>> {
  const { startsAt, closesAt, timezone = now.timezone } = changes;
  const dates = {
    timezone,
    startsAt: startsAt === undefined ? now.startsAt : momentAt(startsAt, timezone, now.startsAt),
    closesAt: closesAt === undefined ? now.closesAt : momentAt(closesAt, timezone, now.closesAt),
  };
  const startMoves = dates.startsAt.getTime() !== now.startsAt.getTime();
  const endMoves = dates.closesAt.getTime() !== now.closesAt.getTime();
  if (!startMoves && !endMoves) return dates;
  const fixedBy = await datesFixedBy(tx, now);
  if (fixedBy === 'over')
    throw invalidField(startMoves ? 'startsAt' : 'closesAt', 'can no longer change: the event is over.');
  if (fixedBy === 'orders' && startMoves) {
    throw invalidField(
      'startsAt',
      'can’t change here, because people have tickets with this date: postpone the event instead, and they get an e-mail.',
    );
  }
  if (dates.closesAt <= dates.startsAt) throw invalidField('closesAt', 'must be after the start.');
  if (now.status === 'LIVE' && endMoves && (await isPast(tx, dates.closesAt)))
    throw invalidField('closesAt', 'must be in the future, or the event would be over at once.');
  return dates;
}

async function isPast(tx: Transaction, at: Date): Promise<boolean> {
  const { rows } = await tx.query<{ isPast: boolean }>('SELECT $1::timestamptz <= now() AS "isPast"', [at]);
  return rows[0]?.isPast ?? false;
}

async function findCategory(tx: Transaction, slug: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM categories WHERE slug = $1 FOR KEY SHARE', [
    slug,
  ]);
  if (!rows[0]) throw invalidField('categorySlug', 'must be one of the categories.');
  return rows[0].id;
}

/** A draft may still be without one. */
function requirePlace(
  now: StoredEvent,
  { state = now.state, lga = now.lga, isOnline = now.isOnline }: Partial<EventFields>,
): void {
  if (now.status === 'DRAFT' || isOnline) return;
  const missing = missingLevel(now.country, { state, lga });
  if (missing !== null && (now[missing] !== '' || now.isOnline))
    throw invalidField(missing, 'must not be empty.');
}

const cleanHeadliners = (headliners: readonly GivenHeadliner[]): GivenHeadliner[] =>
  headliners.map((given) => ({ ...given, name: cleanText(given.name), role: cleanText(given.role) }));
