import type { Asked } from './keep-asking.ts';
import { MAX_COUNTED, MAX_COUNTED_JOBS, type JobFigures, type SystemFigures } from './ask-database.ts';
import { createGauge, createReadCounter, type Metric } from './instruments.ts';

const COUNTED = `(counted to ${MAX_COUNTED})`;
const COUNTED_JOBS = `(counted to ${MAX_COUNTED_JOBS})`;

type Plain = Exclude<keyof SystemFigures, 'jobs'>;
type MakeGauge = (name: string, figure: Plain, help: string) => Metric;

/** Of all processes together: each of them tells the same, so that no sum of them means anything. Nothing is told while the database is away. */
export function createSystemMetrics(asked: Asked<SystemFigures>): Metric[] {
  const read = (figure: Plain) => () => asked.answer()?.value[figure] ?? null;
  const gauge: MakeGauge = (name, figure, help) =>
    createGauge({ name: `tessera_${name}`, help }, read(figure));
  const ofJobs = (name: string, figure: Exclude<keyof JobFigures, 'kind'>, help: string): Metric =>
    createGauge(
      { name: `tessera_${name}`, help, labels: ['kind'] },
      () => asked.answer()?.value.jobs.map((job) => ({ labels: [job.kind], value: job[figure] })) ?? null,
    );

  return [
    createGauge(
      { name: 'tessera_database_up', help: 'Whether the database answers within a second: 1 or 0.' },
      () => (asked.answer() ? 1 : 0),
    ),
    createGauge(
      {
        name: 'tessera_database_answer_seconds',
        help: 'How long the database took to tell the figures of the whole system.',
      },
      () => {
        const answer = asked.answer();
        return answer && answer.tookMs / 1000;
      },
    ),
    gauge(
      'holds_live',
      'liveHolds',
      `Carts that hold tickets now, those that are being paid included ${COUNTED}.`,
    ),
    createReadCounter(
      {
        name: 'tessera_tickets_issued_total',
        help: 'Tickets that were issued, gifts included, since the statistics of the database server began.',
      },
      read('ticketsIssued'),
    ),
    ...roomMetrics(gauge),
    gauge(
      'orders_unpaid',
      'ordersUnpaid',
      `Orders that may still be paid and are looked up by and by ${COUNTED}.`,
    ),
    gauge(
      'orders_oldest_look_up_seconds',
      'oldestLookUpSeconds',
      'How late the latest of these look-ups at a gateway is.',
    ),
    gauge('refunds_open', 'refundsOpen', `Refunds whose money is not back yet ${COUNTED}.`),
    gauge(
      'refunds_needing_attention',
      'refundsNeedingAttention',
      'Refunds that a person must look into: refused by the gateway, or not taken on for a day.',
    ),
    ofJobs('jobs_due', 'due', `Jobs whose time has come, those that run now included ${COUNTED_JOBS}.`),
    ofJobs(
      'jobs_later',
      'later',
      `Jobs whose time is to come, those to be tried again included ${COUNTED_JOBS}.`,
    ),
    ofJobs(
      'jobs_oldest_due_seconds',
      'oldestDueSeconds',
      'For how long the oldest job that is due has waited for a process to take it.',
    ),
    gauge(
      'jobs_set_aside',
      'jobsSetAside',
      `Jobs that failed for the last time and wait for a person ${COUNTED_JOBS}.`,
    ),
    gauge('deliveries_waiting', 'deliveriesWaiting', `Webhooks that are not delivered yet ${COUNTED}.`),
    gauge(
      'deliveries_oldest_due_seconds',
      'oldestDeliverySeconds',
      'How long ago the next attempt of the oldest of them was due.',
    ),
  ];
}

const roomMetrics = (gauge: MakeGauge): Metric[] => [
  gauge(
    'waiting_rooms_waiting',
    'waitingInRooms',
    'People in line in the waiting rooms that are open, those who have left unsaid included.',
  ),
  gauge(
    'waiting_rooms_inside',
    'insideRooms',
    'People whom these rooms have let in, and who may be choosing or paying now.',
  ),
  gauge(
    'waiting_rooms_lowest_pace',
    'lowestPace',
    'The share of its rate at which the slowest of these rooms lets people in: below 1, holds are late; 1 where there is no room.',
  ),
];
