// The lines of the icons, on a square of 24. Each is an export of its own, so that a page loads no more than it shows.

export const alertIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5v5.5M12 16.2v.1';
export const backIcon = 'M14.5 5.5L8 12l6.5 6.5';
export const calendarIcon =
  'M6 5.5h12a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7.5a2 2 0 0 1 2-2M4 10h16M8.5 3.5v4M15.5 3.5v4';
export const bankIcon = 'M4 9.5L12 4.500l8 5zM6 9.5v7M10 9.5v7M14 9.500v7M18 9.500v7M4 19.5h16';
export const cameraIcon =
  'M8 7.5l1.5-2.5h5l1.5 2.5h3a1.5 1.5 0 0 1 1.5 1.5v8.5a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5V9A1.5 1.5 0 0 1 5 7.5zM12 10a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4';
export const cardIcon =
  'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M3 10h18M7 14.5h3';
export const chartIcon = 'M4 4v16h16M8 16v-4M12.5 16V8M17 16v-6';
export const checkIcon = 'M5 12.5l4.5 4.5L19 7.5';
export const clockIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7v5l3.2 2';
export const codeIcon = 'M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5M13.500 5l-3 14';
export const copyIcon =
  'M10 8.5h8a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 8.5 19v-9A1.5 1.5 0 0 1 10 8.5M15.5 5.5v-.5A1.5 1.5 0 0 0 14 3.5H6A1.5 1.5 0 0 0 4.5 5v9A1.5 1.5 0 0 0 6 15.5';
export const crossIcon = 'M6 6l12 12M18 6L6 18';
export const dialIcon =
  'M6 5.900v.1M12 5.900v.1M18 5.900v.1M6 11.900v.1M12 11.900v.1M18 11.900v.1M6 17.900v.1M12 17.900v.1M18 17.900v.1';
export const downIcon = 'M12 5v14M6.5 13.5L12 19l5.5-5.5';
export const downloadIcon = 'M12 4v11M7.5 11l4.5 4.5L16.5 11M5 20h14';
export const forwardIcon = 'M9.5 5.5L16 12l-6.5 6.5';
export const gearIcon =
  'M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2';
export const gripIcon =
  'M9 5.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2M15 5.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2M9 11.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2M15 11.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2M9 17.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2M15 17.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2';
export const homeIcon = 'M4 11l8-7 8 7v8.5a1 1 0 0 1-1 1h-4.5V14h-5v6.5H5a1 1 0 0 1-1-1z';
export const keyIcon = 'M8 11.5a4 4 0 1 0 0 8a4 4 0 1 0 0-8M11 12.5L20 3.5M16.5 7l3 3';
export const keyboardIcon =
  'M4.5 6.5h15A1.5 1.5 0 0 1 21 8v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5M7 10.2v.1M12 10.2v.1M17 10.2v.1M8 14h8';
export const letterIcon =
  'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M4 7l8 6 8-6';
export const linkIcon =
  'M10 13.5a4 4 0 0 0 6 .4l2.8-2.8a4 4 0 0 0-5.6-5.6l-1.4 1.4M14 10.5a4 4 0 0 0-6-.4l-2.8 2.8a4 4 0 0 0 5.6 5.6l1.4-1.4';
export const listIcon = 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5v.1M4.5 12v.1M4.5 17.5v.1';
export const lockIcon =
  'M7 10.5h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2M8 10.5V8a4 4 0 0 1 8 0v2.5';
export const minusIcon = 'M6 12h12';
export const moreIcon =
  'M5 11.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2M12 11.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2M19 11.4a.6.6 0 1 0 0 1.2a.6.6 0 1 0 0-1.2';
export const outIcon = 'M9 5H5.5v13.5H19V15M13 4.5h6.5V11M19 5l-8 8';
export const peopleIcon =
  'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 1 0 9 5M3 19.5c0-3.300 2.700-5 6-5s6 1.700 6 5M15.5 5.300a3.2 3.2 0 0 1 0 5.8M17.5 15c2.100.6 3.5 2.100 3.5 4.5';
export const personIcon =
  'M12 4.5a3.700 3.700 0 1 0 0 7.4a3.700 3.700 0 1 0 0-7.4M4.5 20.5c0-3.6 3.2-5.6 7.5-5.6s7.5 2 7.5 5.6';
export const phoneIcon =
  'M8.5 3.5h7A1.500 1.500 0 0 1 17 5v14a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 7 19V5a1.500 1.500 0 0 1 1.500-1.500M11 17.500h2';
export const pictureIcon =
  'M5.5 5h13a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M4 16.5l4.5-4.500 3.500 3.500 3-3 5 5M15.5 8.500v.1';
export const placeIcon =
  'M12 21c4.2-4.4 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2.3 6.6 6.5 11M12 7.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8';
export const plusIcon = 'M12 6v12M6 12h12';
export const receiptIcon = 'M6 3.5h12V21l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6';
export const returnIcon = 'M9 7L4.5 11.5 9 16M5 10.5h9a5 5 0 0 1 0 10h-2';
export const searchIcon = 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.5L20.5 20.5';
export const seatIcon = 'M7 4.5h10v8H7zM5 10v5.5h14V10M7.500 15.500V20M16.500 15.500V20';
export const stopIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M8.5 12h7';
export const switchIcon = 'M8 9.5L12 5.5l4 4M8 14.5l4 4 4-4';
export const tagIcon = 'M12.5 4H20v7.5L11.5 20L4 12.500zM16 8v.1';
export const ticketIcon =
  'M4 7h16v3.2a2 2 0 0 0 0 3.600V17H4v-3.200a2 2 0 0 0 0-3.600zM14 7.500v1.500M14 11.500v1M14 15v1.500';
export const torchIcon = 'M8 3.5h8v3.5l-2 3v10.5h-4V10L8 7zM8 6.5h8M12 12.5v2';
export const upIcon = 'M12 19V5M6.5 10.5L12 5l5.5 5.5';
