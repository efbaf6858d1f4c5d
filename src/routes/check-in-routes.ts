import { by, DOOR_BODY, EVENT, FORM_BODY, get, NO_BODY, patch, post, remove, type Route } from './route.ts';

const CHECK_IN = `${EVENT}/check-in` as const;

/** Check-in, as hosts see it. The routes of phones at the doors are the scanner's. */
export const CHECK_IN_ROUTES = {
  /** The check-in page: people inside, doors with their devices, conflicts; every scan; arrivals. */
  eventCheckIn: {
    view: get(CHECK_IN, by('check_in.see')),
    live: get(`${CHECK_IN}/live`, { ...by('check_in.see'), isStream: true }),
    setRules: patch(`${CHECK_IN}/rules`, { ...by('doors.manage'), ...FORM_BODY }),
    makeDoor: post(`${CHECK_IN}/doors`, { ...by('doors.manage'), ...DOOR_BODY }),
    changeDoor: patch(`${CHECK_IN}/doors/:doorId`, { ...by('doors.manage'), ...DOOR_BODY }),
    removeDoor: remove(`${CHECK_IN}/doors/:doorId`, by('doors.manage')),
    makeDevice: post(`${CHECK_IN}/doors/:doorId/devices`, { ...by('devices.manage'), ...FORM_BODY }),
    makeDevices: post(`${CHECK_IN}/doors/:doorId/device-sheet`, { ...by('devices.manage'), ...FORM_BODY }),
    revokeUnused: post(`${CHECK_IN}/doors/:doorId/unused-links/revoke`, {
      ...by('devices.manage'),
      ...NO_BODY,
    }),
    changeDevice: patch(`${CHECK_IN}/devices/:deviceId`, { ...by('devices.grant_search'), ...FORM_BODY }),
    renewLink: post(`${CHECK_IN}/devices/:deviceId/link`, { ...by('devices.manage'), ...NO_BODY }),
    revokeDevice: post(`${CHECK_IN}/devices/:deviceId/revoke`, { ...by('devices.manage'), ...NO_BODY }),
    acceptLateScans: post(`${CHECK_IN}/devices/:deviceId/late-scans/accept`, {
      ...by('doors.manage'),
      ...FORM_BODY,
    }),
    discardLateScans: post(`${CHECK_IN}/devices/:deviceId/late-scans/discard`, {
      ...by('doors.manage'),
      ...FORM_BODY,
    }),
    scans: get(`${CHECK_IN}/scans`, by('check_in.see')),
    undoScan: post(`${CHECK_IN}/scans/:scanId/undo`, { ...by('check_in.see'), ...NO_BODY }),
    report: get(`${CHECK_IN}/report`, by('check_in.see')),
  },
} satisfies Record<string, Record<string, Route>>;
