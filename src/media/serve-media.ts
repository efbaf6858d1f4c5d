import fastifyStatic from '@fastify/static';
import { Refusal } from '../refusal.ts';
import type { RequestCounter } from '../http/count-request.ts';
import type { HttpServer } from '../http/server.ts';
import type { MediaStore } from './media-store.ts';
import { isImageName } from './store-image.ts';
import { ROUTES } from '../routes.ts';

const A_YEAR = '1y';

const PREFIX = '/media';

/** The images of events. Other files do not exist here, even where they are on the disk. */
export async function serveMedia(
  http: HttpServer,
  { media: store, counter }: { media: MediaStore; counter: Pick<RequestCounter, 'stranger'> },
): Promise<void> {
  await http.register(async (media: HttpServer) => {
    // Files are named after their content, so that a name never changes its meaning.
    await media.register(fastifyStatic, {
      root: store.folder,
      serve: false,
      maxAge: A_YEAR,
      immutable: true,
    });
    media.addHook('onRequest', async (_request, reply) => {
      // A browser that guesses at what a file is might guess that it is a page of ours.
      reply.header('x-content-type-options', 'nosniff');
    });
    await media.register(async (rest: HttpServer) => refuseUnknown(rest), { prefix: PREFIX });
    media.get<{ Params: { name: string } }>(ROUTES.media.image.path, async (request, reply) => {
      const { name } = request.params;
      if (!isImageName(name)) throw noSuchImage();
      if (!(await store.isHere(name))) {
        // A name that is made up costs a look into the bucket: whoever makes up thousands is told to wait.
        const guess = counter.stranger(request.raw, reply.raw, 'media');
        guess.count();
        if (!(await store.bring(name))) throw noSuchImage();
        guess.giveBack();
      }
      return reply.sendFile(name);
    });
  });
}

function refuseUnknown(rest: HttpServer): void {
  rest.setNotFoundHandler(() => {
    throw noSuchImage();
  });
}

const noSuchImage = (): Refusal => new Refusal('not_found', 'There is no such image.');
