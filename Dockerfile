# The whole site in one container: host, functions, builds and Postgres. All data that must be kept is in /data.
FROM node:24-bookworm-slim AS packages
WORKDIR /daina
COPY package.json package-lock.json .npmrc ./
COPY scripts/install.mjs scripts/
# Developer packages and the project's own Node are left out. The image has the same major version of Node.
RUN NODE_ENV=production node --input-type=module -e 'import { ensureInstalled } from "./scripts/install.mjs"; ensureInstalled("/daina")' \
  && npm cache clean --force

FROM node:24-bookworm-slim
WORKDIR /daina
COPY --from=packages /daina/node_modules node_modules
COPY . .
# Builds write generated pictures and fonts, and their temporary folders, into the checkout.
RUN mkdir -p .astro .cache src/fonts /data \
  && chown -R node:node .astro .cache src/fonts public /data
USER node
# Generates pictures and fonts now, so that the first start of each image does not have to. The bundle depends on the
# site's settings, so the first start builds it. The copies of the pictures in .cache/pictures are not needed.
RUN node --input-type=module -e 'import { generateArt } from "./scripts/art.ts"; import { generateFonts } from "./scripts/fonts.ts"; await Promise.all([generateArt(), generateFonts()])' \
  && rm -r .cache/pictures
ENV INSTALL=0 NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 4321
# The first start builds the site, which takes minutes on a small machine. Later starts, also of new versions, serve
# the site in /data at once.
HEALTHCHECK --start-period=10m --interval=30s --timeout=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4321/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "netlify/host/main.ts"]
