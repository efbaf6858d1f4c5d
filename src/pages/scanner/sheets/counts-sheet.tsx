import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SheetFrame } from '../components/sheet.tsx';
import type { CountsAnswer } from '../contract.ts';
import { formatTimes } from '../format-times.ts';
import type { Scanner } from '../scanner.ts';
import { countOwnScans, type OwnCounts } from '../store/own-counts.ts';
import { callAsDevice, isOut } from '../sync/call-scanner.ts';

const PATIENCE_MS = 10_000;
const EVERY_MS = 5_000;

/** How many came: this phone's own scans, which need no network, and the whole event by the server. */
export function CountsSheet({ scanner }: { scanner: Scanner }): VNode {
  const texts = scanner.texts.counts;
  const [own, setOwn] = useState<OwnCounts | null>(null);
  const [whole, setWhole] = useState<{ counts: CountsAnswer; atMs: number } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isClosed = false;
    const look = async (): Promise<void> => {
      const pairing = scanner.pairing.value;
      if (!pairing) return;
      setOwn(await countOwnScans(scanner.store, { eventId: pairing.about.event.id, nowMs: Date.now() }));
      try {
        const counts = await callAsDevice<CountsAnswer>(pairing.token, 'counts', {
          patienceMs: PATIENCE_MS,
        });
        setWhole({ counts, atMs: Date.now() });
      } catch (error) {
        if (isOut(error)) await scanner.end(pairing, error.code);
      }
      if (!isClosed) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      isClosed = true;
      clearTimeout(timer);
    };
  }, []);
  const { clock } = formatTimes(scanner.language, scanner.pairing.value?.about.event.timezone ?? 'UTC');
  return (
    <SheetFrame scanner={scanner} title={texts.title}>
      <div class="counts">
        <h3>{texts.own}</h3>
        {own && (
          <Rows
            rows={[
              [texts.letIn, own.letIn],
              [texts.lastQuarter, own.lastQuarter],
              ...(own.left > 0 ? ([[texts.left, own.left]] as const) : []),
              [texts.turnedAway, own.turnedAway],
            ]}
          />
        )}
        <h3>{texts.whole}</h3>
        {whole ? (
          <>
            <p class="soft">{texts.asOf(clock(scanner.serverTimeOf(whole.atMs)))}</p>
            <WholeEvent scanner={scanner} counts={whole.counts} />
          </>
        ) : (
          <p>{scanner.contact.value.isOnline ? scanner.texts.pair.pairing : texts.offline}</p>
        )}
      </div>
    </SheetFrame>
  );
}

function WholeEvent({ scanner, counts }: { scanner: Scanner; counts: CountsAnswer }): VNode {
  const texts = scanner.texts.counts;
  const { ticketTypes = [], doors = [] } = scanner.pairing.value?.about ?? {};
  const nameIn = (list: { id: string; name: string }[], id: string | null): string =>
    list.find((one) => one.id === id)?.name ?? texts.noDoor;
  const { total, expected } = counts;
  return (
    <>
      <Rows
        rows={[
          [texts.cameIn, texts.of({ count: total.cameIn, expected })],
          ...(total.inside === total.cameIn ? [] : ([[texts.inside, total.inside]] as const)),
        ]}
      />
      {counts.ticketTypes.length > 1 && (
        <>
          <h4>{texts.byType}</h4>
          <Rows
            rows={counts.ticketTypes.map((type) => [
              nameIn(ticketTypes, type.ticketTypeId),
              texts.of({ count: type.cameIn, expected: type.expected }),
            ])}
          />
        </>
      )}
      {counts.doors.length > 1 && (
        <>
          <h4>{texts.byDoor}</h4>
          <Rows
            rows={counts.doors.map((door) => [nameIn(doors, door.doorId), door.cameIn + door.reEntries])}
          />
        </>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly (readonly [name: string, value: string | number])[] }): VNode {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
