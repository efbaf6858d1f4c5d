import type { LoggedScan, ScanFilters } from '../../../check-in/list-scans.ts';
import { REFUSED_FOR, tookEffect } from '../../../values/scan.ts';
import type { ScanFilter } from '../../../values/scan-filter.ts';
import type { ShownConflict, ShownScan, ShownScanGuest } from './data.ts';

export const NO_FILTERS: ScanFilters = { doorId: null, deviceId: null, outcomes: null, onlyConflicts: false };

export function toFilters(filter: ScanFilter | null): ScanFilters {
  if (filter === null) return NO_FILTERS;
  if (filter === 'conflict') return { ...NO_FILTERS, onlyConflicts: true };
  return { ...NO_FILTERS, outcomes: filter === 'any_refusal' ? [...REFUSED_FOR] : [filter] };
}

export const showScan = (scan: LoggedScan): ShownScan => ({
  scanId: scan.scanId,
  at: scan.at.toISOString(),
  door: scan.doorName,
  device: scan.deviceName,
  member: scan.memberName,
  kind: scan.kind,
  how: scan.how,
  outcome: scan.outcome,
  guest: showGuest(scan),
  wasOffline: scan.wasOffline,
  isConflict: scan.conflict !== null,
  isUndone: scan.isUndone,
  mayUndo: tookEffect(scan.outcome) && !scan.isUndone,
});

export function showConflict(scan: LoggedScan): ShownConflict[] {
  const { scanId, conflict, other } = scan;
  if (conflict === null) return [];
  return [
    {
      scanId,
      at: scan.at.toISOString(),
      door: scan.doorName,
      device: scan.deviceName,
      why: conflict,
      guest: showGuest(scan),
      before: other && { at: other.at.toISOString(), door: other.door, device: other.device },
    },
  ];
}

function showGuest({ guest }: LoggedScan): ShownScanGuest | null {
  if (!guest) return null;
  const { firstName, lastName, typeName, seat, orderReference } = guest;
  return { firstName, lastName, typeName, seat, orderReference };
}
