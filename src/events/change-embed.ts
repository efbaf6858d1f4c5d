import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { readSites } from '../values/read-sites.ts';
import type { Theme } from '../rules/theme.ts';
import { changeEvent } from './change-event.ts';
import type { StoredEvent } from './event-fields.ts';

/** How the checkout looks, whatever the address of its frame says; and which sites may frame it. */
export type EmbedSettings = {
  theme: Theme | null;
  /** Six hex digits, with or without `#`. */
  color: string | null;
  /** Null: any. */
  origins: string[] | null;
};

export function changeEmbed(
  tx: Transaction,
  input: { hostId: string; eventId: string; actor: Actor; version: number; settings: EmbedSettings },
): Promise<StoredEvent> {
  const { settings, ...which } = input;
  return changeEvent(tx, {
    ...which,
    action: 'event.change_embed',
    changes: {
      embedTheme: settings.theme,
      embedColor: settings.color?.replace('#', '').toLowerCase() ?? null,
      embedOrigins: settings.origins && readSites('origins', settings.origins),
    },
  });
}
