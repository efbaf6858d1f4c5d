import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../shared/field.tsx';
import type { FoundGuest } from '../contract.ts';
import { AskedLines } from '../components/asked-lines.tsx';
import { SheetFrame } from '../components/sheet.tsx';
import type { Running } from '../running.ts';
import { callAsDevice, isOut, isRefused } from '../sync/call-scanner.ts';
import { stateOfFound, takeFound } from '../take-scan.ts';

const PATIENCE_MS = 10_000;

/** For guests without a ticket at hand. Online only: the list on the phone tells no names. */
export function SearchSheet({ running }: { running: Running }): VNode {
  const { scanner, sounds } = running;
  const texts = scanner.texts.search;
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<FoundGuest[] | null>(null);
  const [trouble, setTrouble] = useState('');
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const pairing = scanner.pairing.value;
    if (!pairing || search.trim() === '') return;
    try {
      const path = `guests?search=${encodeURIComponent(search.trim())}`;
      const { guests } = await callAsDevice<{ guests: FoundGuest[] }>(pairing.token, path, {
        patienceMs: PATIENCE_MS,
      });
      setFound(guests);
      setTrouble(guests.length === 0 ? texts.none : '');
    } catch (error) {
      if (isOut(error)) await scanner.end(pairing, error.code);
      setTrouble(
        !isRefused(error) ? texts.offline : error.code === 'rate_limited' ? texts.limited : error.message,
      );
    }
  };
  const letIn = async (guest: FoundGuest): Promise<void> => {
    await takeFound(scanner, guest);
    if (scanner.verdict.value) sounds.play(scanner.verdict.value.tone);
    else setTrouble(texts.offline);
  };
  return (
    <SheetFrame scanner={scanner} title={texts.title}>
      <ul class="found">
        {found?.map((guest) => (
          <FoundLine key={guest.ticketId} running={running} guest={guest} letIn={() => void letIn(guest)} />
        ))}
      </ul>
      <p role="status">{scanner.contact.value.isOnline ? trouble : texts.offline}</p>
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        <Field
          id="search"
          label={texts.label}
          hint={texts.hint}
          error={undefined}
          input={(described) => (
            <input
              {...described}
              type="search"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
              autocomplete="off"
              maxLength={100}
            />
          )}
        />
        <button class="main" type="submit">
          {texts.find}
        </button>
      </form>
    </SheetFrame>
  );
}

function FoundLine({
  running,
  guest,
  letIn,
}: {
  running: Running;
  guest: FoundGuest;
  letIn: () => void;
}): VNode {
  const { texts, pairing } = running.scanner;
  const state = stateOfFound(guest);
  const name = `${guest.firstName} ${guest.lastName}`;
  const type = pairing.value?.about.ticketTypes.find(({ id }) => id === guest.ticketTypeId)?.name;
  return (
    <li>
      <div class="who" dir="auto">
        <b>{name}</b>
        <br />
        {[type, guest.orderReference, texts.search.state[state]].filter(Boolean).join(' · ')}
        <AskedLines scanner={running.scanner} guest={guest} />
      </div>
      {(state === 'good' || state === 'out') && (
        <button class="second" type="button" aria-label={texts.search.letIn(name)} onClick={letIn}>
          {texts.actions.letIn}
        </button>
      )}
    </li>
  );
}
