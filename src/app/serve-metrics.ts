import { ConfigError } from '../config/config-error.ts';
import type { MeasuredComponents } from '../metrics/product-metrics.ts';
import { startMetrics, type MetricsServer } from '../metrics/start-metrics.ts';
import type { AppConfig } from './app-config.ts';
import type { Components } from './components.ts';

/** Serves the figures for operators, on a port of its own; null where none is set. */
export async function serveMetrics(
  { metricsHost: host, metricsPort: port, dataDir }: AppConfig,
  components: Components & Pick<MeasuredComponents, 'server' | 'jobKinds' | 'sendsMails'>,
): Promise<MetricsServer | null> {
  if (port === null) return null;
  const opened = components.metrics.open({ ...components, dataDir });
  try {
    const server = await startMetrics({ host, port, read: opened.read });
    return {
      ...server,
      async close() {
        await server.close();
        opened.close();
      },
    };
  } catch (error) {
    opened.close();
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `METRICS_HOST ${host}, METRICS_PORT ${port}: can't listen there (${code ?? message}).`,
    );
  }
}
