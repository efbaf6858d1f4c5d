import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import assert from 'node:assert/strict';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { readEvent } from '../../../events/event-fields.ts';
import { addPicture, requireRoom } from '../../../events/pictures/add-picture.ts';
import { storePicture } from '../../../events/pictures/store-picture.ts';
import {
  addToGallery,
  changeGalleryImage,
  MAX_GALLERY_IMAGES,
  orderGallery,
  readGallery,
  removeFromGallery,
} from '../../../events/pictures/change-gallery.ts';
import { changePoster } from '../../../events/pictures/change-poster.ts';
import { addPlanPicture, requireSpaceForPicture } from '../../../halls/plan-pictures.ts';
import { noSuchPlan, readStoredPlan } from '../../../halls/stored-plan.ts';
import { shownFile } from '../../../events/pictures/stored-picture.ts';
import { giveBodyTime } from '../../../http/body-time.ts';
import { sizeOf } from '../../../http/errors.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { encodePicture, type Crop, type EncodedPicture } from '../../../media/encode-picture.ts';
import type { PlaceInQueue } from '../../../media/picture-queue.ts';
import { pictureSources } from '../../../media/picture-sources.ts';
import { invalidField, Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { isUuid } from '../../../values/is-uuid.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import type { UploadedPicture } from './data.ts';
import type { PlanPicture } from '../seating-plans/data.ts';
import { AddImageBody, ChangeImageBody, OrderGalleryBody, PosterBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// Limits of uploads.
const ByHost = Type.Object({ hostId: Id() });
const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByPlan = Type.Object({ hostId: Id(), planId: Id() });

const Fraction = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }));
/** The part of the picture that is kept. Without one, all of it. */
const CropQuery = Type.Object({ left: Fraction, top: Fraction, width: Fraction, height: Fraction });

// Twenty megabytes over a slow phone's line.
const UPLOAD_TIME_MS = 5 * 60_000;

type Deps = Pick<DashboardDeps, 'database' | 'media' | 'mediaUrl' | 'pictures' | 'change'>;

/** The poster and the gallery of an event, and the upload of pictures. */
export async function registerEventPictures({ scope, view, change }: PageRoutes, deps: Deps): Promise<void> {
  const { database, mediaUrl } = deps;
  const routes = ROUTES.eventPictures;

  view(routes.view, { shows: 'eventPictures' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const { version, posterFile, posterAspectRatio } = await readEvent(database, params);
    const gallery = await readGallery(database, params);
    return {
      event,
      version,
      poster:
        posterFile === null
          ? null
          : { shown: pictureSources(mediaUrl, posterFile), ratio: posterAspectRatio ?? 1 },
      gallery: gallery.map(({ imageId, file, widthPx, heightPx, alt }) => ({
        imageId,
        shown: pictureSources(mediaUrl, file),
        widthPx,
        heightPx,
        alt,
      })),
      maxGalleryImages: MAX_GALLERY_IMAGES,
    };
  });

  change(routes.changePoster, { body: PosterBody }, async (tx, input) => {
    const { event, before } = await changePoster(tx, input);
    return { version: event.version, before };
  });
  change(routes.addImage, { body: AddImageBody }, (tx, { alt, at = null, ...image }) =>
    addToGallery(tx, { ...image, alt: oneLine(alt), at }),
  );
  change(routes.order, { body: OrderGalleryBody }, orderGallery);
  change(routes.changeImage, { body: ChangeImageBody }, (tx, { alt, ...image }) =>
    changeGalleryImage(tx, { ...image, alt: oneLine(alt) }),
  );
  change(routes.removeImage, {}, removeFromGallery);

  await scope.register(async (uploads: HttpServer) => registerUploads(uploads, deps));
}

function registerUploads(scope: HttpServer, deps: Deps): void {
  const { database, change, mediaUrl, pictures: queue } = deps;
  const routes = ROUTES.eventPictures;
  const places = new WeakMap<FastifyRequest, PlaceInQueue>();

  takePictures(scope);
  /** Checks, before the body is read, that the event exists and can take one more picture. */
  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { hostId } = memberOf(request);
    const { eventId = null, planId = null } = request.params as { eventId?: string; planId?: string };
    if (Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit)
      throw tooLarge(request);
    if (eventId !== null) {
      if (!isUuid(eventId))
        throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
      await readEvent(database, { hostId, eventId });
    }
    if (planId !== null) {
      if (!isUuid(planId)) throw noSuchPlan();
      await readStoredPlan(database, { hostId, planId });
      await requireSpaceForPicture(database, { hostId, planId });
    }
    await requireRoom(database, { hostId, eventId });
    const place = queue.enter(hostId);
    places.set(request, place);
    reply.raw.once('close', place.leave);
    giveBodyTime(request.raw, UPLOAD_TIME_MS);
  };

  const read = async (request: FastifyRequest, crop: Crop | null): Promise<EncodedPicture> => {
    const place = places.get(request);
    assert(place, 'an upload that nobody let in');
    return place.inTurn(() => encodePicture(request.body as Buffer, crop));
  };

  const upload = async (
    request: FastifyRequest,
    whose: { hostId: string; eventId: string | null },
    crop: Crop | null,
  ): Promise<UploadedPicture> => {
    const picture = await read(request, crop);
    const { name: eventName } = whose.eventId
      ? await readEvent(database, { ...whose, eventId: whose.eventId })
      : { name: '' };
    const { pictureId, file, widthPx, heightPx } = await storePicture(deps, picture, (stored) =>
      change(request, (tx) =>
        addPicture(tx, { ...whose, actor: actorOf(request), eventName, stored, picture }),
      ),
    );
    return { pictureId, file: shownFile({ file }), shown: pictureSources(mediaUrl, file), widthPx, heightPx };
  };

  scope.post(
    routes.upload.path,
    { onRequest: enter, schema: { params: ByEvent, querystring: CropQuery } },
    (request) => upload(request, request.params, readCrop(request.query)),
  );
  scope.post(
    routes.uploadFirst.path,
    { onRequest: enter, schema: { params: ByHost, querystring: CropQuery } },
    (request) => upload(request, { ...request.params, eventId: null }, readCrop(request.query)),
  );
  scope.post(
    ROUTES.seatingPlans.uploadPicture.path,
    { onRequest: enter, schema: { params: ByPlan } },
    async (request): Promise<PlanPicture> => {
      const { hostId, planId } = request.params;
      const picture = await read(request, null);
      const { pictureId, file, widthPx, heightPx } = await storePicture(deps, picture, (stored) =>
        change(request, async (tx) => {
          const whose = { hostId, eventId: null, actor: actorOf(request), eventName: '' };
          const added = await addPicture(tx, { ...whose, stored, picture });
          await addPlanPicture(tx, { hostId, planId, picture: added });
          return added;
        }),
      );
      return { pictureId, url: `${mediaUrl}/${file}`, widthPx, heightPx };
    },
  );
}

/** As bodies, and nothing else. */
function takePictures(scope: HttpServer): void {
  // The browser's content type proves nothing: encode-picture.ts looks at the bytes.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    /^(image\/[\w.+-]+|application\/octet-stream)$/,
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  scope.setErrorHandler((error: unknown, request) => {
    throw explain(error, request);
  });
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function readCrop({ left, top, width, height }: Partial<Crop>): Crop | null {
  if (left === undefined && top === undefined && width === undefined && height === undefined) return null;
  if (left === undefined || top === undefined || width === undefined || height === undefined) {
    throw invalidField('crop', 'must have left, top, width and height.');
  }
  // A browser may round the sum up a little.
  if (width === 0 || height === 0 || left + width > 1.001 || top + height > 1.001) {
    throw invalidField('crop', 'must lie within the picture.');
  }
  return { left, top, width, height };
}

function explain(error: unknown, request: FastifyRequest): unknown {
  const { code } = error as { code?: string };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal(
      'unsupported_media_type',
      'Send the picture as the body, with a Content-Type such as image/jpeg.',
    );
  }
  return code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request) : error;
}

const tooLarge = (request: FastifyRequest): Refusal =>
  new Refusal(
    'body_too_large',
    `The picture is too large. Upload one of at most ${sizeOf(request.routeOptions.bodyLimit)}.`,
  );
