/** Left by note-taps.ts for the page's script. */
export type EarlyTaps = {
  /** The buttons that were pressed until now, as the page was sent. From here on nothing is noted. */
  take(): HTMLButtonElement[];
};

declare const earlyTaps: EarlyTaps | undefined;

/** Before the page is drawn over what was sent: what was pressed too early. */
export const takeEarlyTaps = (): HTMLButtonElement[] =>
  typeof earlyTaps === 'undefined' ? [] : earlyTaps.take();

/** Once somebody listens. */
export function pressAgain(buttons: HTMLButtonElement[]): void {
  for (const button of buttons) button.click();
}
