# Halyard: one image, whose HALYARD_ROLE says what it runs: web, scoring, jobs or migrate (docs/deploying.md).
#
#   docker build -t halyard .
#
# NODE_IMAGE: any Linux with Node 20.19 or newer; name it by its digest for builds that are the same for ever.
# PREPARED: the same with npm, and where no registry can be reached, with the packages in /app/node_modules. A build of
# these very sources in its /app/build is taken as it is.
ARG NODE_IMAGE=node:22-bookworm-slim
ARG PREPARED=${NODE_IMAGE}

FROM ${PREPARED} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts ./scripts
# Scripts of packages are not run: whatever needs a binary brings one.
RUN test -e node_modules/.package-lock.json || npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The same four in every build of one commit; the about page shows them.
ARG VITE_BUILD_TAG= VITE_BUILD_SHA= VITE_BUILD_TIMESTAMP= VITE_BUILD_REPO=
RUN node scripts/build.mjs --if-stale
# Most packages stand in the bundles of build/.
RUN node scripts/keep-runtime-packages.mjs && mkdir -p /data

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production \
    HALYARD_DATA=/data
COPY --from=build --chown=10001:10001 /data /data
COPY --from=build /app/package.json /app/LICENSE /app/README.md /app/CONTRIBUTING.md ./
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/public ./public
COPY --from=build /app/jobs/instances/probe ./jobs/instances/probe
COPY --from=build /app/locales ./locales
COPY --from=build /app/docs ./docs
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
# No name in /etc/passwd is needed; nothing but /data and /tmp is written to.
USER 10001:10001
VOLUME /data
EXPOSE 8080 8081 8082
STOPSIGNAL SIGTERM
# The check itself starts a Node, which takes seconds on a machine that is full.
HEALTHCHECK --interval=5s --timeout=30s --start-period=90s --retries=3 CMD ["node", "scripts/health.mjs"]
# Node itself is the first process: it gets the signals.
ENTRYPOINT ["node", "scripts/role.mjs"]
