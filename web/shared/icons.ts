// The lines of the icons, on a square of 24. Each is an export of its own, so that a page loads no more than it shows.

export const alertIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5v5.5M12 16.2v.1';
export const backIcon = 'M14.5 5.5L8 12l6.5 6.5';
export const calendarIcon =
  'M6 5.5h12a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7.5a2 2 0 0 1 2-2M4 10h16M8.5 3.5v4M15.5 3.5v4';
export const checkIcon = 'M5 12.5l4.5 4.5L19 7.5';
export const clockIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7v5l3.2 2';
export const crossIcon = 'M6 6l12 12M18 6L6 18';
export const downIcon = 'M12 5v14M6.5 13.5L12 19l5.5-5.5';
export const downloadIcon = 'M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14';
export const letterIcon =
  'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M4 7l8 6 8-6';
export const lockIcon =
  'M7 10.5h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2M8 10.5V8a4 4 0 0 1 8 0v2.5';
export const minusIcon = 'M6 12h12';
export const outIcon = 'M9 5H5.5v13.5H19V15M13 4.5h6.5V11M19 5l-8 8';
export const placeIcon =
  'M12 21c4.2-4.4 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.3 6.6 6.5 11M12 7.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8';
export const plusIcon = 'M12 6v12M6 12h12';
export const receiptIcon = 'M6 3.5h12V21l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6';
export const returnIcon = 'M9 7L4.5 11.5 9 16M5 10.5h9a5 5 0 0 1 0 10h-2';
export const stopIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M8.5 12h7';
export const tagIcon = 'M12.5 4H20v7.5L11.5 20L4 12.500zM16 8v.1';
