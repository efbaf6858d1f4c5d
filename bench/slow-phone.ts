// A slow third-generation network and a phone of a quarter of this machine's speed.
export const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
export const CPU_SLOWDOWN = 4;
export const GIVE_UP_AFTER_MS = 60_000;
