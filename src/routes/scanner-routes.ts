import { DEVICE, get, KIB, post, type Route } from './route.ts';

// Two hundred scans, each with a code of 130 letters and spaces between them.
const SCANS_BODY = { maxBodyBytes: 128 * KIB };

/** The routes of phones at the doors. */
export const SCANNER_ROUTES = {
  /** src/pages/scanner: the people at the doors. */
  scanner: {
    page: get('/scan/'),
    pageWithoutSlash: get('/scan'),
    serviceWorker: get('/scan/service-worker.js'),
    manifest: get('/scan/manifest.webmanifest'),
    icon: get('/scan/icons/:name'),
    pair: post('/scan/pair', { calledWith: 'device link', servedUnderOverload: true, maxBodyBytes: KIB }),
    device: get('/scan/device', DEVICE),
    list: get('/scan/list', DEVICE),
    takeScans: post('/scan/scans', { ...DEVICE, ...SCANS_BODY }),
    takeLateScans: post('/scan/late-scans', { ...DEVICE, ...SCANS_BODY }),
    counts: get('/scan/counts', DEVICE),
    searchGuests: get('/scan/guests', DEVICE),
  },
} satisfies Record<string, Record<string, Route>>;
