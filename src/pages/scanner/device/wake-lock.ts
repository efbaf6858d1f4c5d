/** Keeps the screen on while the page is seen. The browser lets go of it whenever it is hidden. Returns what ends it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  const take = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    // Refused where the battery is low: the phone goes to sleep as it always does.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
  };
  const onChange = (): void => void take();
  document.addEventListener('visibilitychange', onChange);
  void take();
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    void lock?.release();
  };
}
