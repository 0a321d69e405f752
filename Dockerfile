# The build stage and the final image use the same Debian release, so that the libraries match.
FROM swift:6.3-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends libsqlite3-dev libssl-dev libcurl4-openssl-dev zlib1g-dev pkg-config binutils python3-pip ca-certificates \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN scripts/build-release \
 && strip --strip-unneeded -o /usr/local/bin/hearth .build/release/hearth

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates libcurl4 libpq5 libsqlite3-0 libssl3 libstdc++6 tzdata zlib1g \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --system --gid 10001 hearth \
 && useradd --system --uid 10001 --gid hearth --home-dir /data --no-create-home --shell /usr/sbin/nologin hearth \
 && install -d -o hearth -g hearth -m 0700 /data
COPY --from=build /usr/local/bin/hearth /usr/local/bin/hearth
COPY --from=build /src/.build/assets/swagger-ui.LICENSE /usr/local/share/doc/hearth/swagger-ui.LICENSE
# Temporary files of the database are written to the volume: nothing else must be writable.
ENV HEARTH_LISTEN_ADDRESS=0.0.0.0:8000 HEARTH_DATA_FOLDER=/data SQLITE_TMPDIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=1m --start-interval=1s CMD ["hearth", "healthcheck"]
ENTRYPOINT ["hearth"]
CMD ["serve"]
