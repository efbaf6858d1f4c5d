import { mintId } from '../shared/mint-id.ts';
import type { Scanner } from './scanner.ts';
import type { KeptScan } from './store/kept-scan.ts';
import { keepScan } from './store/scans.ts';
import { tookEffect } from '../../rules/scan.ts';

/** Whether somebody went in or out by it, and it was not taken back yet. */
export const canUndo = ({ kind, said, isUndone }: KeptScan): boolean =>
  kind !== 'undo' && !isUndone && said !== null && isOutcome(said) && tookEffect(said);

const isOutcome = (
  said: NonNullable<KeptScan['said']>,
): said is Exclude<typeof said, 'not_listed' | 'unproven' | 'wait'> =>
  said !== 'not_listed' && said !== 'unproven' && said !== 'wait';

/** Takes a scan back, here at once and on the server as soon as it can be told. */
export async function undoScan(scanner: Scanner, scan: KeptScan): Promise<void> {
  const undo: KeptScan = {
    ...scan,
    id: mintId(),
    phase: 'waiting',
    kind: 'undo',
    atMs: Date.now(),
    verdict: null,
    said: 'undone',
    undoes: scan.id,
    isUndone: false,
    conflict: null,
  };
  await keepScan(scanner.store, undo);
  const guest = scanner.names.get(scan.id);
  if (guest) scanner.names.set(undo.id, guest);
  await scanner.refreshCounts();
  scanner.verdict.value = null;
  if (scanner.contact.value.isOnline) scanner.syncNow();
}
