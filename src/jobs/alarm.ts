/** One sleeper, whom anybody may wake. A ring while nobody sleeps is kept for the next sleep. */
export type Alarm = { ring(): void; sleep(ms: number): Promise<void> };

export function createAlarm(): Alarm {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async sleep(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
