/* The chain of digests in C, for compiled builds; chain.py explains it.

   OpenSSL does the hashing, as for hashlib, but without all that hashlib has to do around it.
   SOURCES, the digest of chain.py and of this file, is given to the compiler. */

#define PY_SSIZE_T_CLEAN
#define OPENSSL_SUPPRESS_DEPRECATED /* SHA256_Init: its successor looks the algorithm up each time */
#include <Python.h>
#include <openssl/sha.h>
#include <string.h>

#define DIGEST 32
#define SUFFIX ",\"digest\":\""
#define BEFORE ((Py_ssize_t)sizeof SUFFIX - 1)
#define TAIL (BEFORE + DIGEST + 2)

/* Whether a line, from `line` to the newline at `end`, follows `chain` and spells its digest. */
static int follows(const char *chain, Py_ssize_t size, const char *line, const char *end)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char hash[SHA256_DIGEST_LENGTH];
    char tail[TAIL];
    SHA256_CTX sha;

    if (end - line < TAIL)
        return 0;
    SHA256_Init(&sha);
    SHA256_Update(&sha, chain, (size_t)size);
    SHA256_Update(&sha, line, (size_t)(end - TAIL - line));
    SHA256_Final(hash, &sha);
    memcpy(tail, SUFFIX, (size_t)BEFORE);
    for (int i = 0; i < DIGEST / 2; i++) {
        tail[BEFORE + 2 * i] = digits[hash[i] >> 4];
        tail[BEFORE + 2 * i + 1] = digits[hash[i] & 15];
    }
    memcpy(tail + TAIL - 2, "\"}", 2);
    return memcmp(end - TAIL, tail, (size_t)TAIL) == 0;
}

static PyObject *chain_through(PyObject *module, PyObject *args)
{
    const char *chain, *line, *stop;
    Py_ssize_t size, length, seen = 0;
    PyObject *given, *digests, *last = NULL;

    (void)module;
    if (!PyArg_ParseTuple(args, "y#y#O", &chain, &size, &line, &length, &given))
        return NULL;
    if (!(digests = PySequence_Fast(given, "digests must be a sequence")))
        return NULL;
    stop = line + length;
    while (line < stop) {
        const char *end = memchr(line, '\n', (size_t)(stop - line)), *stated;
        Py_ssize_t digits;
        if (!end || seen == PySequence_Fast_GET_SIZE(digests) || !follows(chain, size, line, end))
            goto broken;
        if (!(stated = PyUnicode_AsUTF8AndSize(PySequence_Fast_GET_ITEM(digests, seen), &digits)))
            goto failed;
        chain = end - DIGEST - 2;
        size = DIGEST;
        if (digits != DIGEST || memcmp(stated, chain, DIGEST))
            goto broken;
        seen++;
        line = end + 1;
    }
    if (!seen || seen != PySequence_Fast_GET_SIZE(digests))
        goto broken;
    last = PyBytes_FromStringAndSize(chain, size);
failed:
    Py_DECREF(digests);
    return last;
broken:
    Py_DECREF(digests);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"chain_through", chain_through, METH_VARARGS,
     "Return the digest of the last of many lines that follow a digest; None if one doesn't."},
    {NULL, NULL, 0, NULL},
};

static int tell_sources(PyObject *module)
{
    return PyModule_AddStringConstant(module, "SOURCES", SOURCES);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, tell_sources}, {0, NULL}};
static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "ledger_chain",
    .m_doc = "The chain of digests, in C.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit_ledger_chain(void)
{
    return PyModuleDef_Init(&definition);
}
