/** Words of the sheet of links, which is loaded when somebody makes one. */
export const sheetTexts = {
  use: 'Scan one code with each phone’s camera. Each works once, until',
  onlyNow: 'You see this sheet only now: print it, or keep it open.',
  qrOf: (name: string) => `QR code for ${name}`,
  print: 'Print',
  done: 'Done',
};
