import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { GuestListPreview, SentGuestList, ShownGuestList } from './data.ts';
import { MAX_NOTE_CHARACTERS } from '../../../rules/order-source.ts';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';
import { CsvUpload } from '../components/csv-upload/csv-upload.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useAddGuestsTexts } from './texts.ts';

const LOOK_AGAIN_MS = 1_000;
const TONES = { waiting: 'waiting', taken: 'good', refused: 'bad' } as const;

/** Gives free tickets to a list of guests. */
export function ListForm({ data }: ViewProps<'addGuests'>): VNode {
  const { call, router, texts: shared, page } = useDashboard();
  const { list: texts, give } = useAddGuestsTexts();
  const sendsMail = useSignal(true);
  const guestNote = useSignal('');
  const sent = useSignal<string | null>(null);
  const waiting = data.lists.find(({ state }) => state === 'waiting');
  const isWaiting = waiting !== undefined;
  useEffect(
    () =>
      isWaiting
        ? lookAgain(() => router.refresh(), {
            everyMs: LOOK_AGAIN_MS,
            onTrouble: () => undefined,
          })
        : undefined,
    [isWaiting],
  );
  const path = page.inHost(`/events/${data.event.eventId}/guests`);
  const post = <Answer,>(rest: string, body: object): Promise<Answer> =>
    call<Answer>(`${path}${rest}`, { method: 'POST', body });
  const last = waiting ?? data.lists.find(({ guestListId }) => guestListId === sent.value);
  const canGive = data.ticketTypes.some(({ kind }) => kind === 'GENERAL');
  return (
    <>
      <Section title={texts.title} intro={canGive ? texts.intro : give.noTypes} isCard>
        <div role="status">{last && <Outcome list={last} />}</div>
        {!isWaiting && canGive && (
          <CsvUpload
            key={sent.value ?? ''}
            templateHref={`${path}/template`}
            check={async (text) => (await post<GuestListPreview>('/list/check', { text })).preview}
            take={async (text) => {
              const { guestListId } = await post<SentGuestList>('/list', {
                text,
                sendsMail: sendsMail.value,
                guestNote: guestNote.value,
              });
              sent.value = guestListId;
              await router.refresh();
            }}
            submit={texts.take}
            say={texts.problem}
          >
            <div class="field">
              <label for="guest-note">
                {texts.guestNote} <span class="soft">({shared.parts.optional})</span>
              </label>
              <textarea
                id="guest-note"
                aria-describedby="guest-note-hint"
                rows={3}
                maxLength={MAX_NOTE_CHARACTERS}
                value={guestNote.value}
                onInput={(event) => (guestNote.value = event.currentTarget.value)}
              />
              <p class="hint soft" id="guest-note-hint">
                {texts.guestNoteHint}
              </p>
            </div>
            <div class="field check">
              <label class="choice">
                <input
                  type="checkbox"
                  checked={sendsMail.value}
                  onChange={(event) => (sendsMail.value = event.currentTarget.checked)}
                />
                <span>{give.sendsMail}</span>
              </label>
              <p class="hint soft">{give.sendsMailHint}</p>
            </div>
          </CsvUpload>
        )}
      </Section>
      {data.lists.length > 0 && <EarlierLists lists={data.lists} />}
    </>
  );
}

function Outcome({ list }: { list: ShownGuestList }): VNode {
  const { list: texts } = useAddGuestsTexts();
  if (list.state === 'waiting')
    return (
      <label class="progress">
        <span>{texts.working(list.guests)}</span>
        {/* Without a value: all guests are added at once. */}
        <progress />
      </label>
    );
  return list.state === 'taken' ? (
    <Message tone="good">{texts.taken({ given: list.tickets, count: list.guests })}</Message>
  ) : (
    <Message tone="bad">{texts.refused(list.reason ?? '')}</Message>
  );
}

function EarlierLists({ lists }: { lists: ShownGuestList[] }): VNode {
  const { list: texts } = useAddGuestsTexts();
  return (
    <Section title={texts.earlier}>
      <DataTable
        caption={texts.earlier}
        rows={lists}
        keyOf={({ guestListId }) => guestListId}
        columns={[
          {
            name: 'when',
            label: texts.when,
            isRowHeader: true,
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
          { name: 'who', label: texts.who, cell: ({ by }) => by },
          {
            name: 'size',
            label: texts.size,
            isFigure: true,
            cell: (list) => list.guests.toLocaleString('en'),
          },
          {
            name: 'outcome',
            label: texts.outcome,
            cell: ({ state, reason }) => (
              <>
                <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>
                {reason !== null && <small class="soft"> {reason}</small>}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
