"""hold.py PORT: takes connections and requests, and never answers."""
import asyncio
import resource
import sys


async def hold(reader, writer):
    while await reader.read(65536):
        pass
    writer.close()


async def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = await asyncio.start_server(hold, "127.0.0.1", int(sys.argv[1]), backlog=4096)
    async with server:
        await server.serve_forever()


asyncio.run(main())
