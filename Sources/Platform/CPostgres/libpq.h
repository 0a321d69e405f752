#ifndef HEARTH_CPOSTGRES_H
#define HEARTH_CPOSTGRES_H

#include <stddef.h>

// The part of libpq's interface (PostgreSQL 14 or newer, "libpq - C Library") that Hearth uses: opaque types, constants, and the
// types of functions that are looked up in the loaded library. No function is declared, so that nothing links against libpq.

#pragma clang assume_nonnull begin

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/// `PQconninfoOption`. `keyword` is NULL in the element after the last one.
typedef struct {
  char *_Nullable keyword;
  char *_Nullable envvar;
  char *_Nullable compiled;
  char *_Nullable val;
  char *_Nullable label;
  char *_Nullable dispchar;
  int dispsize;
} hearth_pq_option;

/// The members of `PGnotify` that are documented.
typedef struct {
  char *relname;
  int be_pid;
  char *extra;
} hearth_pq_notification;

/// `ConnStatusType`.
enum { HEARTH_PQ_CONNECTION_OK = 0 };

/// `ExecStatusType`.
enum {
  HEARTH_PQ_COMMAND_OK = 1,
  HEARTH_PQ_TUPLES_OK = 2,
  HEARTH_PQ_PIPELINE_SYNC = 10,
  HEARTH_PQ_PIPELINE_ABORTED = 11,
};

/// Fields of an error (`PG_DIAG_…`).
enum {
  HEARTH_PQ_FIELD_SQLSTATE = 'C',
  HEARTH_PQ_FIELD_MESSAGE = 'M',
  HEARTH_PQ_FIELD_DETAIL = 'D',
  HEARTH_PQ_FIELD_TABLE = 't',
  HEARTH_PQ_FIELD_CONSTRAINT = 'n',
};

/// Types of columns (`pg_type.oid`).
enum {
  HEARTH_PQ_BOOL = 16,
  HEARTH_PQ_BYTEA = 17,
  HEARTH_PQ_INT8 = 20,
  HEARTH_PQ_INT2 = 21,
  HEARTH_PQ_INT4 = 23,
  HEARTH_PQ_FLOAT4 = 700,
  HEARTH_PQ_FLOAT8 = 701,
  HEARTH_PQ_NUMERIC = 1700,
};

typedef void (*_Nullable hearth_pq_notice)(void *_Nullable context, const char *_Nullable message);

// Connections.
typedef PGconn *_Nullable (*hearth_PQconnectdbParams)(
    const char *_Nullable const *keywords, const char *_Nullable const *values, int expand_dbname);
typedef void (*hearth_PQfinish)(PGconn *connection);
typedef int (*hearth_PQstatus)(const PGconn *connection);
typedef char *_Nullable (*hearth_PQerrorMessage)(const PGconn *connection);
typedef int (*hearth_PQsocket)(const PGconn *connection);
typedef int (*hearth_PQserverVersion)(const PGconn *connection);
typedef int (*hearth_PQsetnonblocking)(PGconn *connection, int nonblocking);
typedef void *_Nullable (*hearth_PQsetNoticeProcessor)(
    PGconn *connection, hearth_pq_notice processor, void *_Nullable context);

// Parsing of URLs.
typedef hearth_pq_option *_Nullable (*hearth_PQconninfoParse)(
    const char *text, char *_Nullable *_Nullable message);
typedef void (*hearth_PQconninfoFree)(hearth_pq_option *_Nullable options);
typedef void (*hearth_PQfreemem)(void *_Nullable memory);

// Statements.
typedef int (*hearth_PQenterPipelineMode)(PGconn *connection);
typedef int (*hearth_PQexitPipelineMode)(PGconn *connection);
typedef int (*hearth_PQpipelineSync)(PGconn *connection);
typedef int (*hearth_PQsendQuery)(PGconn *connection, const char *sql);
typedef int (*hearth_PQsendPrepare)(
    PGconn *connection, const char *name, const char *sql, int count, const unsigned int *_Nullable types);
typedef int (*hearth_PQsendQueryPrepared)(
    PGconn *connection, const char *name, int count, const char *_Nullable const *_Nullable values,
    const int *_Nullable lengths, const int *_Nullable formats, int result_format);
typedef int (*hearth_PQflush)(PGconn *connection);
typedef int (*hearth_PQconsumeInput)(PGconn *connection);
typedef int (*hearth_PQisBusy)(PGconn *connection);
typedef PGresult *_Nullable (*hearth_PQgetResult)(PGconn *connection);
typedef hearth_pq_notification *_Nullable (*hearth_PQnotifies)(PGconn *connection);

// Results.
typedef void (*hearth_PQclear)(PGresult *_Nullable result);
typedef int (*hearth_PQresultStatus)(const PGresult *result);
typedef char *_Nullable (*hearth_PQresultErrorField)(const PGresult *result, int field);
typedef int (*hearth_PQntuples)(const PGresult *result);
typedef int (*hearth_PQnfields)(const PGresult *result);
typedef char *_Nullable (*hearth_PQfname)(const PGresult *result, int column);
typedef unsigned int (*hearth_PQftype)(const PGresult *result, int column);
typedef int (*hearth_PQgetisnull)(const PGresult *result, int row, int column);
typedef char *_Nullable (*hearth_PQgetvalue)(const PGresult *result, int row, int column);
typedef int (*hearth_PQgetlength)(const PGresult *result, int row, int column);
typedef char *_Nullable (*hearth_PQcmdStatus)(PGresult *result);
typedef char *_Nullable (*hearth_PQcmdTuples)(PGresult *result);

#pragma clang assume_nonnull end

#endif
