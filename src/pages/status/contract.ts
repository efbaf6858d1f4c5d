import type { ServiceState } from '../../status/read-status.ts';
import type { Words } from '../../status/incident.ts';
import type { Language } from '../../values/language.ts';

/** Times are ISO text. */
export type StatusIncident = {
  id: number;
  title: Words;
  beganAt: string;
  endedAt: string | null;
  notes: { text: Words; writtenAt: string }[];
};

export type StatusPage = {
  language: Language;
  state: ServiceState;
  since: string | null;
  current: StatusIncident[];
  planned: StatusIncident[];
  past: StatusIncident[];
  home: string;
};
