/** Says when a subscription has a retry due, so that it is sent at its time and not only at the next poll. */
export function createRetryTimers(onDue: (subscriptionId: string) => void) {
  const timers = new Set<NodeJS.Timeout>();
  return {
    set(subscriptionId: string, delayMs: number): void {
      const timer = setTimeout(() => {
        timers.delete(timer);
        onDue(subscriptionId);
      }, delayMs);
      timers.add(timer);
    },
    clear(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
