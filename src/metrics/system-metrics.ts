import type { Asked } from './keep-asking.ts';
import { MAX_COUNTED, MAX_COUNTED_JOBS, type JobFigures, type SystemFigures } from './ask-database.ts';
import { createGauge, createReadCounter, type Metric } from './instruments.ts';

const COUNTED = `(counted to ${MAX_COUNTED})`;
const COUNTED_JOBS = `(counted to ${MAX_COUNTED_JOBS})`;

type Plain = Exclude<keyof SystemFigures, 'jobs' | 'archive'>;
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
      { name: 'tessera_database_up', help: '1 if the database answers within a second, otherwise 0.' },
      () => (asked.answer() ? 1 : 0),
    ),
    createGauge(
      {
        name: 'tessera_database_answer_seconds',
        help: 'How long the database took to read the figures of the whole system.',
      },
      () => {
        const answer = asked.answer();
        return answer && answer.tookMs / 1000;
      },
    ),
    gauge('holds_live', 'liveHolds', `Carts that hold tickets now, including those being paid ${COUNTED}.`),
    createReadCounter(
      {
        name: 'tessera_tickets_issued_total',
        help: 'Tickets issued, complimentary ones included, since the statistics of the database server began.',
      },
      read('ticketsIssued'),
    ),
    ...roomMetrics(gauge),
    gauge(
      'orders_unpaid',
      'ordersUnpaid',
      `Orders that may still be paid and are looked up from time to time ${COUNTED}.`,
    ),
    gauge(
      'orders_oldest_look_up_seconds',
      'oldestLookUpSeconds',
      'The delay of the most overdue of these look-ups at a gateway.',
    ),
    gauge('refunds_open', 'refundsOpen', `Refunds that are not paid back yet ${COUNTED}.`),
    gauge(
      'refunds_needing_attention',
      'refundsNeedingAttention',
      'Refunds that need attention: refused by the gateway, or not accepted for a day.',
    ),
    ofJobs('jobs_due', 'due', `Jobs that are due, including those running now ${COUNTED_JOBS}.`),
    ofJobs('jobs_later', 'later', `Jobs due later, including retries ${COUNTED_JOBS}.`),
    ofJobs(
      'jobs_oldest_due_seconds',
      'oldestDueSeconds',
      'How long the oldest due job has waited for a process.',
    ),
    gauge(
      'jobs_set_aside',
      'jobsSetAside',
      `Jobs that failed for good and wait for a person ${COUNTED_JOBS}.`,
    ),
    gauge('deliveries_waiting', 'deliveriesWaiting', `Webhooks not delivered yet ${COUNTED}.`),
    gauge(
      'deliveries_oldest_due_seconds',
      'oldestDeliverySeconds',
      'How long the next attempt of the oldest of them is overdue.',
    ),
    ...streamMetrics(gauge),
    gauge(
      'backup_age_seconds',
      'backupAgeSeconds',
      'How long ago the last backup ended; before the first, how long the database has been without one.',
    ),
    ...archiveMetrics(asked),
  ];
}

const streamMetrics = (gauge: MakeGauge): Metric[] => [
  gauge('stream_waiting', 'streamWaiting', `Events that wait for RabbitMQ ${COUNTED_JOBS}.`),
  gauge('stream_oldest_seconds', 'oldestStreamSeconds', 'How long the oldest of them has waited.'),
  gauge('stream_full', 'streamFull', '1 if so many wait that events are no longer recorded, otherwise 0.'),
];

/** Not told where PostgreSQL has no archive. */
const archiveMetrics = (asked: Asked<SystemFigures>): Metric[] => [
  createReadCounter(
    {
      name: 'tessera_archive_failures_total',
      help: "Failed attempts to archive a piece of PostgreSQL's log.",
    },
    () => asked.answer()?.value.archive?.failures ?? null,
  ),
  createGauge(
    {
      name: 'tessera_archive_waiting_segments',
      help: "Finished pieces of PostgreSQL's log that are not archived yet.",
    },
    () => asked.answer()?.value.archive?.waitingSegments ?? null,
  ),
];

const roomMetrics = (gauge: MakeGauge): Metric[] => [
  gauge(
    'waiting_rooms_waiting',
    'waitingInRooms',
    'People in line in open waiting rooms, including those who left without saying so.',
  ),
  gauge(
    'waiting_rooms_inside',
    'insideRooms',
    'People let in by these waiting rooms, who may be choosing or paying now.',
  ),
  gauge(
    'waiting_rooms_lowest_pace',
    'lowestPace',
    'The share of its rate at which the slowest of these waiting rooms lets people in: below 1, holds are late; 1 if there is no waiting room.',
  ),
];
