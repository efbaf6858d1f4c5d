import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useDashboard } from '../dashboard.ts';

/** The time zone of the event that a page is about. */
export const EventClock = createContext<string | null>(null);

/** The one clock of a page: the event's, else the host's. Pages of a person have the reader's, which the server does not know. */
export function useClock(): { locale: string; timezone: string | undefined } {
  const { page, isLive } = useDashboard();
  const timezone = useContext(EventClock) ?? page.host?.timezone ?? (isLive.value ? undefined : 'UTC');
  return { locale: page.locale, timezone };
}
