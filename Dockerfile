# The whole site in one container: host, functions, builds and Postgres. What is worth keeping is in /data.
FROM node:24-bookworm-slim AS packages
WORKDIR /daina
COPY package.json package-lock.json .npmrc ./
COPY scripts/install.mjs scripts/
# Without developer packages, and without the project's Node: the image has that version.
RUN NODE_ENV=production node --input-type=module -e 'import { ensureInstalled } from "./scripts/install.mjs"; ensureInstalled("/daina")' \
  && npm cache clean --force

FROM node:24-bookworm-slim
WORKDIR /daina
COPY --from=packages /daina/node_modules node_modules
COPY . .
# Builds draw pictures and cut fonts into the checkout, and work in folders of their own there.
RUN mkdir -p .astro .cache src/fonts /data \
  && chown -R node:node .astro .cache src/fonts public /data
USER node
# Made here and not by the first start of each new image. What else is in .cache depends on the site's settings.
RUN node --input-type=module -e 'import { makeArt } from "./scripts/art.ts"; import { makeFonts } from "./scripts/fonts.ts"; await Promise.all([makeArt(), makeFonts()])' \
  && rm -r .cache/pictures
ENV INSTALL=0 NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 4321
# The first start builds the site, which takes minutes on a small machine. Later ones, of new versions too, serve
# the site in /data at once.
HEALTHCHECK --start-period=10m --interval=30s --timeout=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4321/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "netlify/host/main.ts"]
