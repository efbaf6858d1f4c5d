import { createGauge, type Metric } from './instruments.ts';

// To ask is to sign in at the mail server, which may count that.
const EVERY_MS = 60_000;

/**
 * Whether the mail server answers. It may take half a minute to greet, or not to: a scrape waits for no answer, and is told the last one.
 */
export function createMailGauge(
  { mailer, sendsMails }: { mailer: { ask(): Promise<void> }; sendsMails: boolean },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): { gauge: Metric; ask(): void } {
  let answers: boolean | null = null;
  let askedAtMs = -Infinity;
  let isUnderWay = false;
  return {
    gauge: createGauge(
      {
        name: 'tessera_mail_up',
        help: '1 if the mail server answered when it was last asked, at most once a minute, or none is configured; otherwise 0.',
      },
      () => (answers === null ? null : Number(answers)),
    ),
    ask() {
      if (!sendsMails || isUnderWay || performance.now() - askedAtMs < everyMs) return;
      askedAtMs = performance.now();
      isUnderWay = true;
      mailer
        .ask()
        .then(
          () => (answers = true),
          () => (answers = false),
        )
        .finally(() => (isUnderWay = false));
    },
  };
}
