# Two images. `docker build -t rampart .` makes the whole of Rampart; `--target web` leaves out the solver, which is the
# greater part, for servers on PostgreSQL that have workers beside them.

FROM python:3.13-slim AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /src
COPY locks/ locks/
RUN pip install --no-cache-dir --require-hashes --requirement locks/build.lock \
 && pip wheel --no-cache-dir --require-hashes --no-build-isolation --use-pep517 \
    --wheel-dir /wheels --requirement locks/runtime.lock \
 && python -m venv /opt/lister \
 && /opt/lister/bin/pip install --no-cache-dir --require-hashes --requirement locks/image.lock
# The build hook fetches htmx and the typeface; node and the build tools stay behind in this stage.
COPY pyproject.toml build_assets.py package.json package-lock.json .npmrc LICENSE ./
COPY app/ app/
COPY engine/ engine/
COPY migrations/ migrations/
COPY static/ static/
COPY templates/ templates/
# Symbols for debuggers, the libraries' own tests and what only compilers and editors read are a quarter of what pip
# installs. Of the modules, those go that serve other databases or processors, or that only tests load. The solver needs
# NumPy, but no linear algebra: OpenBLAS and what it needs give way to the one function that NumPy tries when it is
# imported, and to an end of the process for whatever would call another. The driver of PostgreSQL uses the OpenSSL that
# Python uses, which each update of the base image updates.
RUN python -m hatchling build --target wheel --directory /wheels \
 && python -m venv --without-pip /opt/rampart \
 && pip --python /opt/rampart/bin/python install --no-compile --no-index --no-deps /wheels/*.whl \
 && find /opt/rampart -depth -type d -name tests -exec rm -r {} ';' \
 && find /opt/rampart -type f -regex '.*[.]\(a\|c\|h\|hpp\|pxd\|pyi\|pyx\)' -delete \
 && find /opt/rampart -type f -name '*.so*' -exec strip --strip-unneeded {} + \
 && (cd /opt/rampart/lib/python*/site-packages \
    && rm -r alembic/testing numba/cuda numpy/_core/_simd.* numpy/f2py sqlalchemy/dialects/mssql \
        sqlalchemy/dialects/mysql sqlalchemy/dialects/oracle sqlalchemy/testing zstandard/_cffi.* \
    && for name in libcrypto libssl; do \
        ln -sf "$(ldd "$(python -c 'import _ssl; print(_ssl.__file__)')" | sed -n "s/^\s*$name.* => \(.*\) (.*/\1/p")" \
            psycopg_binary.libs/$name-* || exit; \
    done \
    && openblas=$(ls numpy.libs/libscipy_openblas64_*) \
    && rm numpy.libs/* \
    && { echo 'float scipy_cblas_sdot64_(long n, const float *x, long dx, const float *y, long dy)' \
            '{ float sum = 0; for (; n > 0; n--, x += dx, y += dy) sum += *x * *y; return sum; }' \
        && nm --dynamic --undefined-only numpy/_core/*.so numpy/linalg/*.so \
            | sed -n 's/^ *U \(scipy_.*\)/void \1(void) { __builtin_trap(); }/p' | grep -v _sdot64_ | sort -u; } \
        | gcc -shared -fPIC -O2 -s -o "$openblas" -x c -) \
 && cp -a /opt/rampart /opt/web \
 && pip --python /opt/web/bin/python uninstall --yes numba llvmlite numpy
# Of the libraries, Python compiles what Rampart loads, which is little more than half. The solver is compiled here, for
# this machine's processor; on another kind it compiles itself once more, below /data. At last, each compiled module of
# a library takes the place of its source: a trace still names the file, the line and the function.
RUN for each in rampart web; do \
        python -m compileall -q /opt/$each/lib/python*/site-packages/app /opt/$each/lib/python*/site-packages/engine \
        && RAMPART_DATABASE_URL=sqlite:////tmp/$each.sqlite3 /opt/$each/bin/rampart migrate \
        && /opt/$each/bin/python -c 'import app.site.commands.serve, app.site.commands.worker, app.site.application, app.features.reminders.courier, \
sqlalchemy.dialects.postgresql.psycopg, uvicorn.lifespan.on, uvicorn.loops.uvloop' \
        && /opt/lister/bin/cyclonedx-py environment --output-reproducible --output-file /opt/$each/sbom.json \
            /opt/$each/bin/python || exit; \
    done \
 && cd / && /opt/rampart/bin/python -m engine.solver </dev/null >/dev/null \
 && for made in $(find /opt/rampart /opt/web -path '*/__pycache__/*.pyc' \
        -not -regex '.*/site-packages/\(app\|engine\)/.*'); do \
        source=$(echo "$made" | sed 's|__pycache__/\(.*\)[.]cpython.*|\1.py|') \
        && mv "$made" "${source}c" && rm "$source" || exit; \
    done

FROM python:3.13-slim AS base
ARG VERSION=unversioned
LABEL org.opencontainers.image.title="Rampart" \
      org.opencontainers.image.description="Five patience games to play, study and race." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION"
RUN useradd --system --no-create-home --uid 10001 rampart \
 && install --directory --owner rampart --mode 0700 /data
# Everything that is written lies below /data, so the rest can be read-only.
ENV PATH=/opt/rampart/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    RAMPART_DATABASE_URL=sqlite:////data/rampart.sqlite3 \
    XDG_CACHE_HOME=/data/cache
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
# Without the libraries for HTTP, which take longer to load than the server works in a minute without visitors.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-IS", "-c", "import socket; asked = socket.create_connection(('127.0.0.1', 8000), 3); asked.sendall(b'GET /healthz HTTP/1.0\\r\\n\\r\\n'); raise SystemExit(b' 200 ' not in asked.recv(64))"]
ENTRYPOINT ["rampart"]
CMD ["serve", "--host", "0.0.0.0"]

FROM base AS web
COPY --from=build /opt/web /opt/rampart
ENV RAMPART_SOLVERS=0

FROM base AS rampart
COPY --from=build /opt/rampart /opt/rampart
