// The sample collection inside the program, so that a copy of the program alone has it. `SamplesTests` fails if a file is missing here.
#include "CSamples.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../Collections/Demo/01-shop/bodies/rooibos.json"
};
static const unsigned char file_1[] = {
#embed "../../Collections/Demo/01-shop/orders.http"
};
static const unsigned char file_2[] = {
#embed "../../Collections/Demo/01-shop/products.http"
};
static const unsigned char file_3[] = {
#embed "../../Collections/Demo/02-accounts/cookies.http"
};
static const unsigned char file_4[] = {
#embed "../../Collections/Demo/02-accounts/login.http"
};
static const unsigned char file_5[] = {
#embed "../../Collections/Demo/03-caching/caching.http"
};
static const unsigned char file_6[] = {
#embed "../../Collections/Demo/04-content/bodies.http"
};
static const unsigned char file_7[] = {
#embed "../../Collections/Demo/04-content/echo.http"
};
static const unsigned char file_8[] = {
#embed "../../Collections/Demo/04-content/text.http"
};
static const unsigned char file_9[] = {
#embed "../../Collections/Demo/05-redirects/redirects.http"
};
static const unsigned char file_10[] = {
#embed "../../Collections/Demo/06-time/slow.http"
};
static const unsigned char file_11[] = {
#embed "../../Collections/Demo/07-errors/failures.http"
};
static const unsigned char file_12[] = {
#embed "../../Collections/Demo/07-errors/status.http"
};
static const unsigned char file_13[] = {
#embed "../../Collections/Demo/07-errors/unusual.http"
};
static const unsigned char file_14[] = {
#embed "../../Collections/Demo/08-chaining/chain.http"
};
static const unsigned char file_15[] = {
#embed "../../Collections/Demo/08-chaining/shared.http"
};
static const unsigned char file_16[] = {
#embed "../../Collections/Demo/09-checks/checks.http"
};
static const unsigned char file_17[] = {
#embed "../../Collections/Demo/10-graphql/graphql.http"
};
static const unsigned char file_18[] = {
#embed "../../Collections/Demo/11-auth/.gitignore"
};
static const unsigned char file_19[] = {
#embed "../../Collections/Demo/11-auth/http-client.env.json"
};
static const unsigned char file_20[] = {
#embed "../../Collections/Demo/11-auth/http-client.private.env.json"
};
static const unsigned char file_21[] = {
#embed "../../Collections/Demo/11-auth/oauth2.http"
};
static const unsigned char file_22[] = {
#embed "../../Collections/Demo/11-auth/shorthands.http"
};
static const unsigned char file_23[] = {
#embed "../../Collections/Demo/12-dialect/spellings.http"
};
static const unsigned char file_24[] = {
#embed "../../Collections/Demo/http-client.env.json"
};
static const unsigned char file_25[] = {
#embed "../../Collections/Demo/00-tour/tour.http"
};
static const unsigned char file_26[] = {
#embed "../../Collections/Demo/13-openapi/http-client.env.json"
};
static const unsigned char file_27[] = {
#embed "../../Collections/Demo/13-openapi/openapi.yaml"
};
static const unsigned char file_28[] = {
#embed "../../Collections/Demo/14-graphql-schema/http-client.env.json"
};
static const unsigned char file_29[] = {
#embed "../../Collections/Demo/14-graphql-schema/shop.graphql"
};

#define FILE_AT(number, path) {path, file_##number, sizeof file_##number}

static const struct csamples_file files[] = {
    FILE_AT(25, "00-tour/tour.http"),
    FILE_AT(0, "01-shop/bodies/rooibos.json"),
    FILE_AT(1, "01-shop/orders.http"),
    FILE_AT(2, "01-shop/products.http"),
    FILE_AT(3, "02-accounts/cookies.http"),
    FILE_AT(4, "02-accounts/login.http"),
    FILE_AT(5, "03-caching/caching.http"),
    FILE_AT(6, "04-content/bodies.http"),
    FILE_AT(7, "04-content/echo.http"),
    FILE_AT(8, "04-content/text.http"),
    FILE_AT(9, "05-redirects/redirects.http"),
    FILE_AT(10, "06-time/slow.http"),
    FILE_AT(11, "07-errors/failures.http"),
    FILE_AT(12, "07-errors/status.http"),
    FILE_AT(13, "07-errors/unusual.http"),
    FILE_AT(14, "08-chaining/chain.http"),
    FILE_AT(15, "08-chaining/shared.http"),
    FILE_AT(16, "09-checks/checks.http"),
    FILE_AT(17, "10-graphql/graphql.http"),
    FILE_AT(18, "11-auth/.gitignore"),
    FILE_AT(19, "11-auth/http-client.env.json"),
    FILE_AT(20, "11-auth/http-client.private.env.json"),
    FILE_AT(21, "11-auth/oauth2.http"),
    FILE_AT(22, "11-auth/shorthands.http"),
    FILE_AT(23, "12-dialect/spellings.http"),
    FILE_AT(26, "13-openapi/http-client.env.json"),
    FILE_AT(27, "13-openapi/openapi.yaml"),
    FILE_AT(28, "14-graphql-schema/http-client.env.json"),
    FILE_AT(29, "14-graphql-schema/shop.graphql"),
    FILE_AT(24, "http-client.env.json"),
};

size_t csamples_count(void) { return sizeof files / sizeof files[0]; }

struct csamples_file csamples_file_at(size_t index) { return files[index]; }
