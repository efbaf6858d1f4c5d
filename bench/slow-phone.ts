// A slow third-generation network and a phone of a quarter of this machine's speed.
export const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** A phone in a hall full of phones. */
export const MOBILE_3_MBIT = {
  offline: false,
  latency: 60,
  downloadThroughput: 375_000,
  uploadThroughput: 125_000,
};
export const CPU_SLOWDOWN = 4;
export const GIVE_UP_AFTER_MS = 60_000;

// A page may be live a moment before it is painted.
export const FIRST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
  }).observe({ type: 'paint', buffered: true });
})`;
