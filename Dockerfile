# The image of every service and command of Weir: the production bundle (npm run bundle) and Node.js, nothing else.
# docker build -t weir . ; docker run weir app/indexer.js runs another entry point than the API.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
# Nothing that runs here needs a package's install script.
RUN npm ci --ignore-scripts
RUN npx nx build console
RUN npm run docs:site
RUN npm run bundle -- /bundle

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3001 CONSOLE_DIRECTORY=/weir/console GUIDE_DIRECTORY=/weir/guide
WORKDIR /weir
# Owned by root: the service's account can read it, and nothing writes to it. Run it with a read-only root and a tmpfs at /tmp.
COPY --from=build /bundle ./
# The image's account `node`, by number: Kubernetes can check that it is not root.
USER 1000:1000
EXPOSE 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "app/health.js"]
ENTRYPOINT ["node"]
CMD ["app/api.js"]
