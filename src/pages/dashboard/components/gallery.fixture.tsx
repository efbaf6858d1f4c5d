import { hydrate, type VNode } from 'preact';
import { Boolean, Integer, Number, Object as Body, Optional, String } from 'typebox';
import type { RichText as Blocks } from '../../../rules/rich-text.ts';
import { Nullable, OneOf, WallTimeText } from '../../../values/body-schema.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { RichText } from '../../shared/rich-text.tsx';
import type { PageContext } from '../contract.ts';
import { createDashboard, DashboardContext, useDashboard } from '../dashboard.ts';
import { ToastList } from '../shell/toast-list.tsx';
import { Checkbox } from './checkbox.tsx';
import { CopyField } from './copy-field.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Form } from './form.tsx';
import { Menu } from './menu.tsx';
import { MomentField } from './moment-field.tsx';
import { Moment } from './moment.tsx';
import { PageHeader } from './page-header.tsx';
import { PositionField } from './position-field/position-field.tsx';
import { Progress } from './progress.tsx';
import { RadioGroup } from './radio-group.tsx';
import { SecretField } from './secret-field.tsx';
import { Section } from './section.tsx';
import { SelectField } from './select-field.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { Stat, Stats } from './stat.tsx';
import { StatusBadge } from './status-badge.tsx';
import { SubNavigation } from './sub-navigation.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import type { ChartData } from './time-chart/draw-chart.ts';
import { TimeChart } from './time-chart/time-chart.tsx';
import { useForm } from './use-form.ts';
import { useMoreRows } from './use-more-rows.ts';

// Every part on one page, for the tests that look at them in a browser. Not among the product's pages.

const TicketBody = Body({
  name: String({ minLength: 1, maxLength: 20, format: 'line' }),
  email: String({ minLength: 1, maxLength: 254, format: 'idn-email' }),
  count: Integer({ minimum: 1, maximum: 10 }),
  about: Nullable(String({ maxLength: 40, format: 'text' })),
  kind: OneOf(['paid', 'free']),
  country: OneOf(['NIGERIA', 'GHANA']),
  startsAt: Optional(Nullable(WallTimeText())),
  position: Optional(
    Nullable(
      Body({ lat: Number({ minimum: -90, maximum: 90 }), lng: Number({ minimum: -180, maximum: 180 }) }),
    ),
  ),
  isPublic: Boolean(),
  version: Optional(Integer({ minimum: 0, maximum: 1000 })),
});

const HOUR_MS = 3_600_000;
const SOLD: ChartData = {
  times: [0, 1, 2, 3, 4, 5].map((hour) => Date.UTC(2026, 2, 6, 18 + hour)),
  end: Date.UTC(2026, 2, 6, 18) + 6 * HOUR_MS,
  timezone: 'Africa/Lagos',
  series: [
    { label: 'Stalls', category: 1, values: [1, 4, 0, 2, 6, 3] },
    { label: 'Balcony', category: 2, values: [0, 2, 1, 0, 4, 3] },
  ],
  writeValue: (value) => `${value}`,
};

const INITIAL = {
  name: '',
  email: '',
  count: '' as const,
  about: null,
  kind: 'paid' as const,
  country: '' as const,
  startsAt: null,
  position: null,
  isPublic: false,
  version: 1,
};

const CONTEXT: PageContext = {
  base: '/dashboard',
  address: '/dashboard/hosts/1/gallery?state=waiting',
  language: 'en',
  locale: 'en-GB',
  person: {
    email: new URLSearchParams(location.search).get('person') ?? 'ada@example.com',
    name: 'Ada',
    isEmailConfirmed: true,
    hasFactor: true,
    hasPasskey: true,
  },
  host: { hostId: '1', name: 'Gallery', role: 'owner', isConfirmed: true, timezone: 'Africa/Lagos' },
  powers: [],
  hosts: [],
  support: [],
  takesNewHosts: true,
};

const ROWS = [
  { id: 'a', name: 'First', sum: 1200, at: '2027-03-06T18:00:00Z' },
  { id: 'b', name: 'Second', sum: 99, at: '2027-03-07T18:00:00Z' },
];

const WRITTEN: Blocks = [
  { kind: 'heading', level: 1, children: ['Written by a host'] },
  {
    kind: 'paragraph',
    children: [
      { kind: 'strong', children: ['Bold'] },
      ', ',
      { kind: 'emphasis', children: ['soft'] },
      { kind: 'break' },
      { kind: 'code', text: 'x < y' },
      ' and ',
      { kind: 'link', href: 'https://a.example/', children: ['a link'] },
    ],
  },
  { kind: 'list', start: null, items: [[{ kind: 'paragraph', children: ['An item'] }]] },
  { kind: 'list', start: 3, items: [[{ kind: 'paragraph', children: ['The third'] }]] },
  { kind: 'quote', blocks: [{ kind: 'paragraph', children: ['Said by somebody'] }] },
  { kind: 'rule' },
  { kind: 'code', text: `${'a very long line '.repeat(20)}\nthe next` },
];

/** `window.answers` says what the server of the test says to each form that is sent, one after the other. */
type Answer = {
  status: number;
  code: 'validation_failed' | 'changed_meanwhile';
  field?: string;
  message: string;
};
declare global {
  var answers: (Answer | 'ok')[];
  var sent: object[];
  /** Values that somebody else saved before the page came. */
  var saved: object | undefined;
  var startRouter: () => void;
}

function GalleryForm(): VNode {
  const { toasts } = useDashboard();
  const form = useForm({
    schema: TicketBody,
    initial: { ...INITIAL, ...globalThis.saved },
    keepAs: 'gallery',
    latest: async () => ({ ...INITIAL, name: 'Theirs', email: 'theirs@example.com', version: 2 }),
    send: async (body) => {
      globalThis.sent.push(body);
      const answer = globalThis.answers.shift() ?? 'ok';
      if (answer !== 'ok') {
        const { code, ...rest } = answer;
        throw new CallFailed('refused', { ...rest, error_code: code });
      }
      toasts.tell({
        tone: 'good',
        text: 'Saved.',
        undo: async () => globalThis.sent.push({ undone: true }),
        settle: (how) => globalThis.sent.push({ isSettled: true, ...how }),
      });
    },
  });
  return (
    <Form form={form} submit="Save">
      <TextField form={form} name="name" label="Name" hint="As it stands on the ticket." />
      <TextField form={form} name="email" label="E-mail" type="email" />
      <TextField form={form} name="count" label="Count" inputMode="numeric" />
      <TextArea form={form} name="about" label="About" isOptional />
      <SelectField
        form={form}
        name="country"
        label="Country"
        empty="Choose"
        choices={[
          { value: 'NIGERIA', label: 'Nigeria' },
          { value: 'GHANA', label: 'Ghana' },
        ]}
      />
      <MomentField
        form={form}
        name="startsAt"
        label="Starts"
        timezone="Europe/Berlin"
        locale="en-GB"
        isOptional
      />
      <PositionField form={form} name="position" label="Position" isOptional />
      <RadioGroup
        form={form}
        name="kind"
        label="Kind"
        choices={[
          { value: 'paid', label: 'Paid', hint: 'The buyer pays.' },
          { value: 'free', label: 'Free' },
        ]}
      />
      <Checkbox form={form} name="isPublic" label="Public" hint="Anybody can find it." />
    </Form>
  );
}

function Gallery(): VNode {
  const { rows, more } = useMoreRows<'trouble', (typeof ROWS)[number]>(answer.data, () => ({
    rows: ROWS,
    next: 'cursor',
  }));
  return (
    <main>
      <PageHeader
        title="Gallery"
        back={{ href: '/dashboard', label: 'Home' }}
        beside={<StatusBadge tone="waiting">Waiting</StatusBadge>}
        action={
          <button type="button" class="main">
            Main
          </button>
        }
      >
        Every part on one page.
      </PageHeader>
      <SubNavigation
        label="Parts"
        pages={[
          { href: '#one', label: 'One', isCurrent: true },
          { href: '#two', label: 'Two', isCurrent: false },
        ]}
      />
      <Stats>
        <Stat label="Sold" value="1,200" note="of 2,000" />
        <Stat label="Net" value="₦12,000.00" />
      </Stats>
      <TimeChart
        data={SOLD}
        locale="en-GB"
        summary="Sold by the hour: 26 in all"
        writeMoment={(nr) => new Date(SOLD.times[nr] ?? 0).toISOString()}
        writeFull={(value) => `${value}`}
      />
      <RichText top={2} blocks={WRITTEN} />
      <FilterBar
        filters={[
          { kind: 'text', name: 'q', label: 'Search', placeholder: 'Name' },
          {
            kind: 'choice',
            name: 'state',
            label: 'State',
            choices: [{ value: 'waiting', label: 'Waiting' }],
          },
          { kind: 'date', name: 'from', label: 'From' },
        ]}
      />
      <DataTable
        caption="Rows"
        columns={[
          { name: 'name', label: 'Name', isRowHeader: true, cell: (row) => row.name },
          { name: 'at', label: 'When', cell: (row) => <Moment at={row.at} /> },
          { name: 'sum', label: 'Sum', isFigure: true, cell: (row) => row.sum },
          { name: 'state', label: 'State', cell: () => <StatusBadge tone="bad">Refused</StatusBadge> },
        ]}
        rows={rows}
        keyOf={(row) => row.id}
        actions={(row) => (
          <Menu
            id={row.id}
            label={`Actions for ${row.name}`}
            items={[
              { label: 'Look', href: '#one' },
              { label: 'Remove', isDangerous: true, onPress: () => undefined },
            ]}
          />
        )}
        more={more}
      />
      <Section title="Fields" intro="To copy, and to keep secret." isCard>
        <CopyField label="Key" value="pk_123" />
        <SecretField label="Private key" value="sk_123" isAskedFor />
        <SecretField label="Another" value="sk_456" />
        <Progress label="Sent" done={3} of={10} />
        <SkeletonRows count={2} />
      </Section>
      <Section title="A form">
        <GalleryForm />
      </Section>
      <EmptyState title="Nothing yet">It will be here.</EmptyState>
    </main>
  );
}

globalThis.answers = [];
globalThis.sent = [];
const answer = { view: 'trouble', data: { about: 'failed' }, context: CONTEXT } as const;
const dashboard = createDashboard({ answer, View: () => null }, async () => ({ answer, View: () => null }));
const root = document.getElementById('dashboard');
dashboard.isLive.value = true;
globalThis.startRouter = () => dashboard.router.start();
if (root) {
  hydrate(
    <DashboardContext.Provider value={dashboard}>
      <div class="shell">
        <Gallery />
        <ToastList />
      </div>
    </DashboardContext.Provider>,
    root,
  );
}
