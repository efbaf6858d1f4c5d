import { connectRedisCache } from '../../cache/redis-cache.ts';
import { errorMessage } from '../../log/error-message.ts';
import { green, off, red, type Patient, type Seen } from './finding.ts';

export async function lookAtRedis({ config }: Patient): Promise<Seen[]> {
  if (config.redisUrl === null)
    return [off('REDIS_URL is not set: each start counts its rate limits by itself.')];
  let trouble: Error | null = null;
  const cache = await connectRedisCache(config.redisUrl, (error) => void (trouble ??= error));
  try {
    await cache.ping();
    return [green('It answers.')];
  } catch (error) {
    return [
      red(
        `It does not answer: ${errorMessage(trouble ?? error)}.`,
        'See whether it runs, and whether REDIS_URL is right. Meanwhile tickets are sold, and limits are counted by each process.',
      ),
    ];
  } finally {
    await cache.close();
  }
}
