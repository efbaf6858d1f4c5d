import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { BusyButton } from '../components/busy-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { Form } from '../components/form.tsx';
import { Menu } from '../components/menu.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { Section } from '../components/section.tsx';
import { Stat, Stats } from '../components/stat.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { writeMoney } from '../components/write-money.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { ChangeListBody, OpenListBody } from './bodies.ts';
import type { EventWaitingListView as Data, ShownEntry } from './data.ts';
import { useWaitingListTexts, type WaitingListTexts } from './texts.ts';

/** The waiting list of an event: switch it on, see who waits, and end it. */
export function EventWaitingListView({ data }: ViewProps<'eventWaitingList'>): VNode {
  const texts = useWaitingListTexts();
  const { page } = useDashboard();
  const { event, list } = data;
  const mayChange =
    page.powers.includes('events.change') && event.state !== 'ended' && event.state !== 'cancelled';
  return (
    <EventLayout
      event={event}
      page="waitingList"
      beside={
        list && (
          <StatusBadge tone={list.isStopped ? 'off' : 'good'}>
            {list.isStopped ? texts.stopped : texts.open}
          </StatusBadge>
        )
      }
    >
      {list ? (
        <>
          <People data={data} mayChange={mayChange} />
          {mayChange && <Settings data={data} />}
          {mayChange && <Ends data={data} />}
        </>
      ) : (
        <Section title={texts.off} intro={texts.offText} isCard>
          {mayChange ? <OpenForm data={data} /> : <p>{texts.askManager}</p>}
        </Section>
      )}
    </EventLayout>
  );
}

const pathOf = (event: Data['event']): string => `/events/${event.eventId}/waiting-list`;

function OpenForm({ data: { event, suggested } }: { data: Data }): VNode {
  const texts = useWaitingListTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: OpenListBody,
    texts,
    initial: suggested,
    send: (body) => send(page.inHost(pathOf(event)), { body, told: texts.opened }),
  });
  return (
    <Form form={form} submit={texts.switchOn}>
      <TextField form={form} name="offerMinutes" inputMode="numeric" autocomplete="off" maxLength={4} />
      <MomentField form={form} name="drawsAt" timezone={event.timezone} locale={event.locale} isOptional />
    </Form>
  );
}

function People({ data, mayChange }: { data: Data; mayChange: boolean }): VNode {
  const texts = useWaitingListTexts();
  const { send, page, texts: shell } = useDashboard();
  const skipped = useSignal<ShownEntry | null>(null);
  const onClose = (): void => void (skipped.value = null);
  const { event, types, entries, list } = data;
  const sum = (pick: (type: Data['types'][number]) => number): number =>
    types.reduce((total, type) => total + pick(type), 0);
  const write = (count: number): string => count.toLocaleString(event.locale);
  const people = sum(({ people: one }) => one);
  return (
    <Section title={texts.list} isTitleHidden>
      <Stats>
        <Stat
          label={texts.people}
          value={write(people)}
          note={texts.tickets(sum(({ tickets }) => tickets))}
        />
        <Stat
          label={texts.missed}
          value={writeMoney(
            sum(({ missedMinor }) => missedMinor),
            event,
          )}
          note={texts.missedNote}
        />
        <Stat label={texts.offered} value={write(sum(({ offered }) => offered))} />
        <Stat label={texts.bought} value={write(sum(({ bought }) => bought))} />
      </Stats>
      {list?.drawsAt && (
        <p class="section-intro soft">
          {list.isDrawn ? texts.wasDrawn : texts.draws}{' '}
          <EventMoment at={list.drawsAt} timezone={event.timezone} locale={event.locale} />
        </p>
      )}
      {entries.length === 0 ? (
        <EmptyState title={texts.nobody}>{texts.nobodyText}</EmptyState>
      ) : (
        <DataTable
          caption={texts.list}
          columns={columnsOf(texts, event)}
          rows={entries}
          keyOf={({ entryId }) => entryId}
          {...(mayChange && {
            actions: (entry: ShownEntry) => (
              <Menu
                id={`entry-${entry.entryId}`}
                label={shell.parts.actionsOf(entry.email)}
                items={[{ label: texts.skip, isDangerous: true, onPress: () => (skipped.value = entry) }]}
              />
            ),
          })}
        />
      )}
      {skipped.value && (
        <ConfirmDialog
          title={texts.skipTitle(skipped.value.email)}
          confirm={texts.skip}
          onClose={onClose}
          onConfirm={() =>
            send(page.inHost(`${pathOf(event)}/entries/${skipped.value?.entryId}/skip`), {
              told: texts.wasSkipped,
              onClose,
            })
          }
        >
          {texts.skipText}
        </ConfirmDialog>
      )}
    </Section>
  );
}

const columnsOf = (texts: WaitingListTexts, { timezone, locale }: Data['event']): Column<ShownEntry>[] => [
  {
    name: 'email',
    label: texts.email,
    isRowHeader: true,
    cell: ({ email }) => <span class="mono">{email}</span>,
  },
  { name: 'ticket', label: texts.ticket, cell: ({ ticketName }) => <span dir="auto">{ticketName}</span> },
  { name: 'quantity', label: texts.quantity, cell: ({ quantity }) => quantity.toLocaleString(locale) },
  {
    name: 'since',
    label: texts.since,
    cell: ({ confirmedAt }) => <EventMoment at={confirmedAt} timezone={timezone} locale={locale} />,
  },
  {
    name: 'state',
    label: texts.state,
    cell: ({ offeredUntil }) =>
      offeredUntil === null ? (
        texts.waits
      ) : (
        <>
          {texts.offeredUntil} <EventMoment at={offeredUntil} timezone={timezone} locale={locale} />
        </>
      ),
  },
];

function Settings({ data: { event, list } }: { data: Data }): VNode {
  const texts = useWaitingListTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: ChangeListBody,
    texts,
    initial: { offerMinutes: list?.offerMinutes ?? 0 },
    send: (body) => send(page.inHost(pathOf(event)), { method: 'PATCH', body, told: texts.saved }),
  });
  return (
    <Section title={texts.settings} isCard>
      <Form form={form} submit={texts.save}>
        <TextField form={form} name="offerMinutes" inputMode="numeric" autocomplete="off" maxLength={4} />
      </Form>
    </Section>
  );
}

function Ends({ data: { event, list } }: { data: Data }): VNode {
  const texts = useWaitingListTexts();
  const { send, page } = useDashboard();
  const isAsking = useSignal(false);
  const onClose = (): void => void (isAsking.value = false);
  const base = page.inHost(pathOf(event));
  const isStopped = list?.isStopped === true;
  return (
    <Section title={texts.end} intro={texts.endIntro} isCard>
      <div class="stack gap-l">
        <div>
          <BusyButton
            class="second"
            onPress={() =>
              send(`${base}/${isStopped ? 'resume' : 'stop'}`, {
                told: isStopped ? texts.wasResumed : texts.wasStopped,
              })
            }
          >
            {isStopped ? texts.resume : texts.stop}
          </BusyButton>
        </div>
        <div>
          <button type="button" class="second" onClick={() => (isAsking.value = true)}>
            {texts.release}
          </button>
        </div>
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title={texts.releaseTitle}
          confirm={texts.release}
          onClose={onClose}
          onConfirm={() => send(`${base}/release`, { told: texts.wasReleased, onClose })}
        >
          {texts.releaseText}
        </ConfirmDialog>
      )}
    </Section>
  );
}
