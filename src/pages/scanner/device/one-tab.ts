const NAME = 'tessera-scanner';

/**
 * Of several tabs one works, or two would send and decide beside each other. Resolves once this one may; `onLost` is called when another
 * takes over.
 */
export async function beTheOnlyTab(options: { takesOver: boolean; onLost: () => void }): Promise<boolean> {
  // Missing in browsers from before 2022: there nobody knows of other tabs.
  if (!('locks' in navigator)) return true;
  return new Promise((resolve) => {
    const held = navigator.locks.request(
      NAME,
      options.takesOver ? { steal: true } : { ifAvailable: true },
      (lock) => {
        resolve(lock !== null);
        // For as long as the page is open.
        return lock && new Promise<void>(() => {});
      },
    );
    held.catch(options.onLost);
  });
}
