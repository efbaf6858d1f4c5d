// For health checks of containers: ends with 0 where the product answers that it is healthy. The images have no curl.
const port = process.env['PORT'] ?? '3000';
const healthy = await fetch(`http://127.0.0.1:${port}/api/v1/health`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  (response) => response.ok,
  () => false,
);
process.exitCode = healthy ? 0 : 1;
