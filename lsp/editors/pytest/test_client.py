"""The server over standard input and output, by a client of another make."""

import asyncio
import os
import sys

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

SERVER = [os.environ.get("PUZZLEC", "puzzlec"), "lsp"]

TEXT = """edition 1
use peg

/// Four holes, and ein Größenwahn: 😀.
puzzle Four {
    board  line 4
    rules  peg.jump
    start  row oo..
    goal   only peg at c1
    expect solvable in 1 move
}
"""


# What a server may ask of the clients that these tests play.
ASKED = [
    "client/registerCapability",
    "client/unregisterCapability",
    "workspace/codeLens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/semanticTokens/refresh",
]


def client_of_puzzles() -> LanguageClient:
    """A client that keeps what the server tells of searches."""
    client = make_test_lsp_client()
    client.solved = asyncio.Queue()

    @client.feature("puzzlec/solved")
    def _solved(params):
        client.solved.put_nowait(params)

    for method in ASKED:
        client.feature(method)(lambda *_: None)
    return client


@pytest_lsp.fixture(
    params=["visual_studio_code", "neovim", "emacs"],
    config=ClientServerConfig(server_command=SERVER, client_factory=client_of_puzzles),
)
async def client(request, lsp_client: LanguageClient, tmp_path):
    capabilities = client_capabilities(request.param)
    folder = types.WorkspaceFolder(uri=tmp_path.as_uri(), name="test")
    params = types.InitializeParams(
        capabilities=capabilities, root_uri=tmp_path.as_uri(), workspace_folders=[folder]
    )
    lsp_client.server_says = await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "four.puzzle"
    path.write_text(TEXT, encoding="utf-8")
    return path


def opened(client, path, text=TEXT):
    document = types.TextDocumentItem(uri=path.as_uri(), language_id="puzzle", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))
    return types.TextDocumentIdentifier(uri=path.as_uri())


def place(text, what, by=0):
    offset = text.index(what) + by
    before = text[:offset]
    line = before.rsplit("\n", 1)[-1]
    return types.Position(line=before.count("\n"), character=len(line.encode("utf-16-le")) // 2)


async def diagnostics_of(client, document):
    """What the server finds: pulled where it offers that, pushed else."""
    if client.server_says.capabilities.diagnostic_provider:
        params = types.DocumentDiagnosticParams(text_document=document)
        return (await client.text_document_diagnostic_async(params)).items
    await asyncio.wait_for(client.wait_for_notification("textDocument/publishDiagnostics"), 20)
    return client.diagnostics[document.uri]


@pytest.mark.asyncio
async def test_diagnostics(client, file):
    document = opened(client, file, TEXT.replace("peg.jump", "peg.jmp"))
    found = await diagnostics_of(client, document)
    assert [d.code for d in found] == ["P0201"]
    assert found[0].range.start.line == 6


@pytest.mark.asyncio
async def test_symbols_and_completion(client, file):
    document = opened(client, file)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=document)
    )
    assert "Four" in [s.name for s in symbols]
    answer = await client.text_document_completion_async(
        types.CompletionParams(text_document=document, position=place(TEXT, "jump"))
    )
    items = getattr(answer, "items", answer)
    assert "jump" in [i.label for i in items]


@pytest.mark.asyncio
async def test_solves_and_shows_the_steps(client, file):
    document = opened(client, file)
    arguments = [document.uri, "Four"]
    await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command="puzzlec.shortest", arguments=arguments)
    )
    told = await asyncio.wait_for(client.solved.get(), 60)
    assert told.puzzle == "Four"
    solution = await client.protocol.send_request_async(
        "puzzlec/solution", {"uri": document.uri, "puzzle": "Four"}
    )
    assert len(solution.steps) == 1
    assert "".join(solution.start[0].split()) == "oo.."
    assert "".join(solution.steps[0].after[0].split()) == "..o."


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
