# The server in an image: docker build -t rampart . && docker run -p 8000:8000 -v rampart:/data rampart

FROM python:3.13-slim AS build
WORKDIR /srv/rampart
COPY locks/ locks/
RUN pip install --no-cache-dir --require-hashes --requirement locks/build.lock \
 && pip wheel --no-cache-dir --require-hashes --no-build-isolation --use-pep517 \
    --wheel-dir /wheels --requirement locks/runtime.lock
# The build hook fetches htmx and the typeface; node and the build tools stay behind in this stage.
COPY pyproject.toml build_assets.py package.json package-lock.json .npmrc LICENSE ./
RUN python -c "from hatchling.build import build_editable; build_editable('/wheels')" \
 && python -m venv /opt/rampart \
 && /opt/rampart/bin/pip install --no-cache-dir --no-index --no-deps /wheels/*.whl

FROM python:3.13-slim
WORKDIR /srv/rampart
RUN useradd --system --no-create-home --uid 10001 rampart \
 && install --directory --owner rampart --mode 0700 /data
COPY --from=build /opt/rampart /opt/rampart
COPY . .
COPY --from=build /srv/rampart/static/vendor static/vendor
# The solver is compiled here, and its folder belongs to the one who runs it: Numba keeps code only where it may write.
RUN /opt/rampart/bin/python -m compileall -q app engine migrations \
 && /opt/rampart/bin/python -m engine.solver </dev/null >/dev/null \
 && chown -R rampart engine/solver/__pycache__
ENV PATH=/opt/rampart/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    RAMPART_DATABASE_URL=sqlite:////data/rampart.sqlite3
USER rampart
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
ENTRYPOINT ["rampart"]
CMD ["serve", "--host", "0.0.0.0"]
