# Tessera in a container: docs/operating/containers.md. The right Node comes with npm ci; the base image has npm for that, and no more is
# asked of it: any Debian or Ubuntu with npm will do.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY scripts/link-runtime.js scripts/
RUN npm ci --omit=dev
COPY . .
# The pages' bundles are made now: at run time the root may be read-only. Whoever makes them is the only one who may read them, at first.
RUN node_modules/.bin/node -e "import('/app/src/pages/build.ts').then((web) => web.buildWeb())" && chmod -R a+rX dist

FROM ${BASE}
# Nobody's number elsewhere, so that files of a volume are not somebody's by accident.
RUN groupadd --gid 10001 tessera && useradd --uid 10001 --gid tessera --no-create-home --home-dir /data --shell /usr/sbin/nologin tessera \
 && install -d -o tessera -g tessera -m 0700 /data
WORKDIR /app
COPY --from=build /app /app
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000 NODE_ENV=production PATH=/app/node_modules/.bin:$PATH
USER tessera
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/app/node_modules/.bin/node", "/app/deploy/healthy.ts"]
# The program is process 1 and takes SIGTERM itself; it ends within DRAIN_SECONDS and fifteen.
ENTRYPOINT ["/app/node_modules/.bin/node", "/app/src/bin/tessera.ts"]
CMD ["start"]
